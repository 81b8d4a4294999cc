// Shows what the search found by sections: a hit is a section, named with its page, or the top of a
// page; Enter opens the first. The theme's worker finds pages with their sections: this chooses among
// them, and makes one link of the two that the theme shows.
(() => {
  "use strict";
  const RESULT = 3; // the theme's number of a message that answers
  const MOST = 30;

  const isPage = (one) => !one.location.includes("#");
  const isMarked = (text) => String(text ?? "").includes("<mark");

  // How many of the words that were sought stand in what names a page or section.
  function countNamed(one) {
    const names = [one.title, one.tags, one.defines].map((text) => String(text ?? "")).join(" ");
    const found = [...names.matchAll(/<mark[^>]*>([^<]*)/g)];
    // An option or a command is one word of the index, and says more than any other.
    const isExact = /<mark[^>]*>(?:option|command)/.test(one.defines);
    return new Set(found.map(([, word]) => word.toLowerCase().slice(0, 5))).size + (isExact ? 2 : 0);
  }

  // The section that answers best, or the top of the page if the page as a whole does.
  function chooseBest(page, sections) {
    const byName = sections.toSorted((a, b) => countNamed(b) - countNamed(a) || b.score - a.score);
    const [named, byText] = [byName[0], sections[0]];
    if (!named) return page;
    const [ofPage, ofSection] = [countNamed(page), countNamed(named)];
    if (ofSection > ofPage || (ofSection === ofPage && ofSection && !isMarked(page.title))) return named;
    const isOfPage = ofPage > 1 || isMarked(page.title) || isMarked(page.text) || !isMarked(byText.text);
    if (ofPage) return isOfPage ? page : byText;
    return page.score >= byText.score ? page : byText;
  }

  function arrange(groups) {
    const [first, more] = [[], []];
    for (const group of groups) {
      const page = group.find(isPage);
      const sections = group.filter((one) => one !== page && one.score > 0);
      const best = chooseBest(page, sections);
      const score = Math.max(...group.map((one) => one.score)) * (1 + countNamed(best)) ** 2;
      const name = { ...page, text: "", tags: undefined, terms: {}, score: 0 };
      const show = (one, value) => (one === page ? [{ ...one, score: value }] : [{ ...one, score: value }, name]);
      first.push(show(best, score));
      more.push(...sections.filter((one) => one !== best).slice(0, 2).map((one) => show(one, one.score)));
    }
    first.sort(([a], [b]) => b.score - a.score);
    more.sort(([a], [b]) => b.score - a.score);
    return [...first.slice(0, 5), ...more.slice(0, 5), ...first.slice(5)].slice(0, MOST);
  }

  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (kind, listener, ...rest) {
    if (kind !== "message") return listen.call(this, kind, listener, ...rest);
    const hear = (event) => {
      const { type, data } = event.data;
      if (type !== RESULT) return listener(event);
      const arranged = { type, data: { ...data, items: arrange(data.items) } };
      return listener(new MessageEvent("message", { data: arranged }));
    };
    return listen.call(this, kind, hear, ...rest);
  };

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
    if (!list) return;
    new MutationObserver((changes) =>
      changes.forEach(({ addedNodes }) => addedNodes.forEach(joinLinks)),
    ).observe(list, { childList: true });
  });
})();
