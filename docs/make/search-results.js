// Answers what is typed into the search box: the theme's worker is asked nothing, and its answers are
// replaced. A hit is a section, named with its page, or the top of a page; Enter opens the first.
(() => {
  "use strict";
  const [SETUP, QUERY, RESULT] = [0, 2, 3]; // the theme's numbers of messages
  const MOST = 30;
  const AGAIN = 0.8; // what a further hit of the same page is worth
  const CODE = 0.5; // what a line of code is worth in an excerpt
  const { isIdle, read } = globalThis.searchWords;
  const { makeIndex, search } = globalThis.searchRank;

  let docs = [];
  let index;
  let summary = "";

  function arrange(found) {
    const pages = new Map();
    const valued = found.map((one) => {
      const page = one.doc.location.split("#")[0];
      const before = pages.get(page) ?? 0;
      pages.set(page, before + 1);
      return { ...one, score: one.score * AGAIN ** before };
    });
    return valued.sort((a, b) => b.score - a.score).slice(0, MOST);
  }

  function mark(html, isMet) {
    const parts = html.split(/(<[^>]*>)/).map((part) => {
      if (part.startsWith("<")) return part;
      const [words, pieces] = [read(part).filter(isMet), []];
      let end = 0;
      for (const { word, index: at } of words) {
        pieces.push(part.slice(end, at), `<mark>${word}</mark>`);
        end = at + word.length;
      }
      return pieces.join("") + part.slice(end);
    });
    return parts.join("");
  }

  const isCode = ({ block }) => /^<p><code>(?:(?!<\/code>).)*<\/code><\/p>$/s.test(block);

  // The two blocks of a text that answer most of the words, as they stand there; else its beginning. A
  // line of code says little alone: it counts less than a sentence, and stands below one.
  function choosePassages(text, words) {
    const blocks = [...new Set(text.match(/<p>.*?<\/p>/gs) ?? [text])].map((block, at) => {
      const stems = new Set(read(block.replace(/<[^>]*>/g, " ")).flatMap((one) => one.stems));
      const met = [...words].map(({ stems: of, rare }) => {
        const best = Math.max(0, ...[...of].map(([one, weight]) => (stems.has(one) ? weight : 0)));
        return rare * best;
      });
      const value = met.reduce((sum, one) => sum + one, 0);
      return { block, at, value: isCode({ block }) ? CODE * value : value };
    });
    const best = blocks.toSorted((a, b) => b.value - a.value || a.at - b.at);
    const shown = best.filter(({ value, at }, place) => place < 2 && (value || (!place && !at)));
    if (shown.every(isCode)) {
      const sentence = blocks.find((one) => !isCode(one));
      if (sentence) shown.splice(1, 1, sentence);
    }
    return shown.sort((a, b) => a.at - b.at).map(({ block }) => block).join(" ");
  }

  function show({ doc, words, score }) {
    const met = new Set([...words].flatMap(({ stems }) => [...stems.keys()]));
    const isMet = ({ stems }) => stems.some((one) => met.has(one));
    const isWhole = (tag) => read(tag).every((one) => isMet(one) || isIdle(one));
    const hit = {
      location: doc.location,
      title: mark(doc.title, isMet),
      text: mark(choosePassages(doc.text, words), isMet),
      tags: doc.tags?.filter(isWhole).map((tag) => mark(tag, isMet)),
      terms: {},
      score,
    };
    const place = doc.location.split("#")[0];
    if (place === doc.location) return [hit];
    const page = docs.find(({ location }) => location === place);
    return [hit, { ...page, text: "", tags: undefined, terms: {}, score: 0 }];
  }

  const count = (number) => `${number} ${number === 1 ? "section" : "sections"}`;

  function summarize({ found, words, known }) {
    const unknown = words.filter((word) => !known.includes(word)).map(({ text }) => `“${text}”`);
    const whole = found.filter((one) => known.every((word) => one.own.has(word))).length;
    const rest = found.length - whole;
    let told = count(found.length);
    if (known.length > 1) {
      told = `${whole ? count(whole) : "No section"} with all words`;
      if (rest) told += `, ${rest} with some`;
    }
    return unknown.length && found.length ? `${told}. On no page: ${unknown.join(", ")}` : told;
  }

  function answer(typed) {
    if (!typed.trim()) return [];
    index ??= makeIndex(docs);
    const result = search(index, typed);
    summary = summarize(result);
    return arrange(result.found).map(show);
  }

  const asked = new WeakMap();
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.type === SETUP) {
      docs = message.data.docs;
      return post.call(this, { ...message, data: { ...message.data, docs: [] } }, ...rest);
    }
    if (message.type !== QUERY) return post.call(this, message, ...rest);
    asked.set(this, message.data);
    return post.call(this, { ...message, data: "" }, ...rest);
  };

  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (kind, listener, ...rest) {
    if (kind !== "message") return listen.call(this, kind, listener, ...rest);
    const hear = (event) => {
      const { type, data } = event.data;
      if (type !== RESULT) return listener(event);
      const answered = { type, data: { ...data, items: answer(asked.get(this) ?? "") } };
      return listener(new MessageEvent("message", { data: answered }));
    };
    return listen.call(this, kind, hear, ...rest);
  };

  // The theme hears keys only: what is pasted, dictated or swiped is asked, too.
  addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-md-component=search-query]")) target.dispatchEvent(new Event("keyup"));
  });

  function joinLinks(hit) {
    const [page, section] = hit.querySelectorAll(":scope > a");
    if (!section) return;
    const name = document.createElement("p");
    name.className = "search-page";
    name.textContent = `${page.textContent.trim()} ›`;
    section.querySelector("article").prepend(name);
    page.remove();
  }

  addEventListener("DOMContentLoaded", () => {
    const list = document.querySelector(".md-search-result__list");
    const told = document.querySelector(".md-search-result__meta");
    if (!list) return;
    new MutationObserver((changes) =>
      changes.forEach(({ addedNodes }) => addedNodes.forEach(joinLinks)),
    ).observe(list, { childList: true });
    // In place of the number of hits that are shown.
    new MutationObserver(() => {
      const isAnswered = document.querySelector("[data-md-component=search-query]").value.trim();
      if (isAnswered && /\d/.test(told.textContent) && told.textContent !== summary) told.textContent = summary;
    }).observe(told, { childList: true });
  });
})();
