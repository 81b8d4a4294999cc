// Answers what is typed into the search box: the theme's worker is asked nothing, and its answers are
// replaced by those of MiniSearch. A hit is a section, named with its page, or the top of a page;
// Enter opens the first.
(() => {
  "use strict";
  const [SETUP, QUERY, RESULT] = [0, 2, 3]; // the theme's numbers of messages
  const MOST = 30;
  const AGAIN = 0.6; // what a further hit of the same page is worth
  const CODE = 0.5; // what a line of code is worth in an excerpt
  // How much a word counts by where it stands; `page` and `of` are title and tags of its page.
  // Chosen by the questions of `tests/pages`, as are all numbers here.
  const FIELDS = { title: 2, tags: 3, page: 2, of: 1.5, text: 1 };
  // What was typed is all of a title or of a tag; or an option, a command or a key, where it is defined.
  const EXACT = { names: 10, defines: 20 };

  // These ask, and name nothing.
  const IDLE = new Set(
    `a after an and are as at be before been but by can could did do does dont dpsql find for had has have how i if in
    into is isnt it its just may me must my need no not of on or our should so than that the their them then there
    these they this to too up us use want was we were what when where which who why will with would you
    your`.split(/\s+/),
  );
  // Asks what its first word is.
  const MEANING = /^what(?:'s| is| are| does)\b|\b(?:definition|meaning|define)\b/i;
  // How the terminal begins a message, and what else may stand there if it is pasted.
  const MESSAGE = /^\s*(?:dpsql: )?(?:error: )?(?:\S+:\d+: )?/i;
  const WORD = /≈|\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}_δ]+(?:['’]\p{L}+)?/gu;

  // "δmax" is found by "delta max", and so is "deltamax".
  const split = (text) => text.replace(/δ|\bdelta(?=m(?:ax|in)\b)/gi, " delta ").match(WORD) ?? [];

  // Without the end that tells a hierarchy from hierarchies.
  const stem = (word) =>
    word
      .replace(/(?<=.{3}if)ications?$/, "i")
      .replace(/(?<=.{3})(?:ies|ied|y)$/, "i")
      .replace(/(?<=.{2}[^s])s$/, "")
      .replace(/(?<=.{3})(?:ing|ed|e)$/, "");

  // What a word is found by: "known_absent" and "kAnonymity" by their parts, too. None if it asks only;
  // "WHERE" is one of SQL.
  function read(word) {
    const low = word.toLowerCase().replace(/['’]s?$/, "");
    if (IDLE.has(low.replace(/['’]/, "")) && !/^[A-Z]{3,}$/.test(word)) return null;
    const parts = word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
    return parts.length > 1 ? [low, ...parts.map((part) => stem(part.toLowerCase()))] : stem(low);
  }

  // "We don't have P" asks for what "no P" names.
  const LACKS = /\b(?:do(?:es)?(?:n['’]?t| not) have|haven['’]?t(?: got)?|no|lacks?)(?= )/gi;

  const name = (text) => split(text.replace(LACKS, "without")).map(read).filter(Boolean).join(" ");

  const plain = (html) =>
    (html ?? "").replace(/<[^>]*>/g, " ").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

  // "deidentification" finds "de-identification".
  const compound = (text) => (text.match(/\p{L}+-\p{L}+/gu) ?? []).map((word) => word.replace("-", ""));

  // What the messages say that a section explains, without what differs from run to run: parts of at least two words.
  const listMessages = ({ location, title }) =>
    location.startsWith("reference/exit-codes")
      ? plain(title).split(/[;,…?()]/).map(name).filter((part) => part.includes(" "))
      : [];

  const getPlace = ({ location }) => location.split("#")[0];

  let docs = new Map();
  let index;
  const known = new Set(); // all words of the pages, as `read` leaves them
  const written = new Set(); // the same as they stand there
  const messages = new Set();
  let summary = "";

  function makeIndex() {
    const made = new MiniSearch({
      idField: "location",
      fields: [...Object.keys(FIELDS), ...Object.keys(EXACT)],
      tokenize: (text, field) => (field in EXACT ? text.split("\n") : [...split(text), ...compound(text)]),
      processTerm: (word, field) => {
        const terms = field in EXACT ? word : read(word);
        if (!(field in EXACT)) written.add(word.toLowerCase());
        [terms ?? []].flat().forEach((one) => known.add(one));
        return terms;
      },
    });
    for (const doc of docs.values()) {
      const [page, title, tags] = [docs.get(getPlace(doc)), plain(doc.title), doc.tags ?? []];
      // A row of the glossary has several names.
      const said = listMessages(doc);
      said.forEach((one) => messages.add(one));
      const names = [...[title, ...title.split(/[,;]/), ...tags].map(name), ...said];
      const exact = { names: [...new Set(names)].join("\n"), defines: doc.defines.replaceAll(" ", "\n").toLowerCase() };
      const above = page === doc ? {} : { page: plain(page.title), of: page.tags?.join(" ") };
      made.add({ location: doc.location, title, tags: tags.join(" "), text: plain(doc.text), ...above, ...exact });
    }
    return made;
  }

  // Options, commands and keys that were typed, as `search.py` spells what a section defines. A message
  // names its key before a colon; options and commands in it are advice.
  function listExact(typed, isMessage) {
    const low = typed.toLowerCase();
    const options = [...low.matchAll(/--([a-z][a-z-]+)/g)].map(([, name]) => `option${name}`);
    const [, one, two] = low.match(/\bdpsql ([a-z-]+)(?: ([a-z]+))?/) ?? [];
    const commands = one ? [`command${one}`, `command${one}${two}`] : [];
    const keys = (low.match(/[a-z_]+(?:\.\w+)+|[a-z]+_[a-z_]+|[a-z]+(?=: )/g) ?? []).map((name) => `key${name.replace(/^job\./, "")}`);
    return [...(isMessage ? [] : [...options, ...commands]), ...keys].map((name) => name.replace(/[\W_]/g, ""));
  }

  // Whether a page has a word, or one that begins so: what is known is not guessed at.
  const isKnown = (term) => known.has(term) || (term.length > 3 && [...known].some((one) => one.startsWith(term)));

  // A word that no page has, though one has it with two neighboring letters swapped, or with a letter more, less or
  // other: "dleta" is "delta", and "suppresion" is "suppression". Of several, the one that begins alike for longest.
  function mend(word) {
    const term = read(word);
    if (typeof term !== "string" || term.length < 4 || isKnown(term)) return word;
    const swapped = [...word.slice(1)].map((_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
    const found = swapped.find((one) => known.has(read(one)));
    if (found || term.length < 6) return found ?? word;
    const low = word.toLowerCase();
    const near = [...written].filter((one) => isNear(low, one)).map((one) => [countAlike(low, one), one]);
    return near.sort((a, b) => b[0] - a[0])[0]?.[1] ?? word;
  }

  const countAlike = (a, b) => {
    let at = 0;
    while (at < a.length && a[at] === b[at]) at += 1;
    return at;
  };

  // Whether one letter more, less or other makes one of the other.
  function isNear(a, b) {
    if (Math.abs(a.length - b.length) > 1 || !/^\p{L}+$/u.test(b)) return false;
    const at = countAlike(a, b);
    const [more, less] = a.length >= b.length ? [a, b] : [b, a];
    return more.slice(at + 1) === less.slice(at + (a.length === b.length ? 1 : 0));
  }

  function find(pasted) {
    // A message as the terminal prints it names a file and a line first.
    const isMessage = Boolean(pasted.match(MESSAGE)[0].trim());
    const typed = pasted.replace(MESSAGE, "").replace(WORD, (word) => mend(word));
    const fields = Object.keys(FIELDS);
    const words = {
      queries: [typed],
      fields,
      processTerm: read,
      prefix: (word) => word.length > 3,
      fuzzy: (word) => word.length > 4 && !isKnown(word) && 0.25,
      maxFuzzy: 2,
    };
    const asked = name(typed);
    const first = MEANING.test(typed) ? asked.split(" ").slice(0, 1) : [];
    const said = [...messages].filter((one) => ` ${asked} `.includes(` ${one} `));
    const exact = Object.entries({ names: [asked, ...first, ...said], defines: listExact(typed, isMessage) }).map(([field, queries]) => ({
      queries,
      fields: [field],
      boostTerm: () => EXACT[field],
      tokenize: (word) => [word],
      processTerm: (word) => word,
    }));
    const boostDocument = (location) => docs.get(location).boost ?? 1;
    const found = index.search({ combineWith: "OR", queries: [words, ...exact] }, { boost: FIELDS, boostDocument });
    const before = new Map();
    for (const hit of found) {
      const place = getPlace({ location: hit.id });
      hit.score *= AGAIN ** (before.get(place) ?? 0);
      before.set(place, (before.get(place) ?? 0) + 1);
    }
    return found.sort((a, b) => b.score - a.score);
  }

  const isMet = (terms) => (word) => [read(word) ?? []].flat().some((one) => terms.has(one));

  function mark(html, met) {
    const parts = html.split(/(<[^>]*>|&\w+;)/);
    const marked = parts.map((part, at) =>
      at % 2 ? part : part.replace(WORD, (word) => (met(word) ? `<mark>${word}</mark>` : word)),
    );
    return marked.join("");
  }

  const isCode = ({ block }) => /^<p><code>(?:(?!<\/code>).)*<\/code><\/p>$/s.test(block);

  // The two blocks of a text that answer most of the words, as they stand there; else its beginning. A
  // line of code says little alone: it counts less than a sentence, and stands below one.
  function choosePassages(text, rarity) {
    const all = [...new Set(text.match(/<p>.*?<\/p>/gs) ?? [text])];
    // What leads elsewhere answers nothing.
    const told = all.filter((block) => !/^<p>(?:<em>)?(?:Next:|To follow this page)/.test(block));
    const blocks = (told.length ? told : all).map((block, at) => {
      const words = new Set(split(plain(block)).flatMap((word) => read(word) ?? []));
      const value = [...words].reduce((sum, one) => sum + (rarity.get(one) ?? 0), 0);
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

  // Of each word of the texts that answers: the rarer, the more.
  function weigh(found) {
    const counts = new Map();
    for (const { terms } of found) for (const one of terms) counts.set(one, (counts.get(one) ?? 0) + 1);
    return new Map([...counts].map(([one, count]) => [one, Math.log(1 + docs.size / count)]));
  }

  function show({ id, score, terms }, rarity) {
    const [doc, met] = [docs.get(id), isMet(new Set(terms))];
    const own = new Map(terms.map((one) => [one, rarity.get(one)]));
    const hit = {
      location: doc.location,
      title: mark(doc.title, met),
      text: mark(choosePassages(doc.text, own), met),
      tags: doc.tags?.filter((tag) => split(tag).every((word) => met(word) || !read(word))).map((tag) => mark(tag, met)),
      terms: {},
      score,
    };
    const page = docs.get(getPlace(doc));
    return page === doc ? [hit] : [hit, { ...page, text: "", tags: undefined, terms: {}, score: 0 }];
  }

  const count = (number) => `${number} ${number === 1 ? "section" : "sections"}`;

  function summarize(typed, found) {
    const words = split(typed).filter(read);
    const isIn = ({ queryTerms }, word) => [read(word)].flat().some((one) => queryTerms.includes(one));
    const isOnSome = (word) => [read(word)].flat().every(isKnown) || isKnown([read(word)].flat()[0]);
    const met = words.filter(isOnSome);
    const unknown = words.filter((word) => !isOnSome(word)).map((word) => `“${word}”`);
    const whole = found.filter((hit) => met.every((word) => isIn(hit, word))).length;
    let told = count(found.length);
    if (met.length > 1) {
      told = `${whole ? count(whole) : "No section"} with all words`;
      if (found.length > whole) told += `, ${found.length - whole} with some`;
    }
    return unknown.length && found.length ? `${told}. On no page: ${unknown.join(", ")}` : told;
  }

  function answer(typed) {
    if (!typed.trim()) return [];
    index ??= makeIndex();
    const found = find(typed);
    const rarity = weigh(found);
    summary = summarize(typed, found);
    return found.slice(0, MOST).map((hit) => show(hit, rarity));
  }

  const asked = new WeakMap();
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.type === SETUP) {
      docs = new Map(message.data.docs.map((doc) => [doc.location, doc]));
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
