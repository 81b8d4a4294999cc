// What the search looks words up in: for each stem, the sections where it stands, and how much it
// counts there.
globalThis.searchIndex = (() => {
  "use strict";
  const { isIdle, read } = globalThis.searchWords;
  // How much a word counts by where it stands; `page` and `of` are title and tags of its page.
  const FIELDS = { title: 5, tags: 5, defines: 4, page: 2, of: 1 };

  const plain = (html) =>
    (html ?? "").replace(/<[^>]*>/g, " ").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
  const stemsOf = (text) => read(text ?? "").flatMap(({ stems }) => stems);

  const told = (name) => read(name).filter((one) => !isIdle(one)).map(({ stems }) => stems[0]);

  const countWords = (words) => {
    const counts = new Map();
    for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
    return counts;
  };

  function makeIndex(docs) {
    const pages = new Map(docs.filter(({ location }) => !location.includes("#")).map((doc) => [doc.location, doc]));
    const postings = new Map(); // stem -> entry's number -> weight in names, count in its text, count in its sections
    const put = (one, number, part, value) => {
      if (!postings.has(one)) postings.set(one, new Map());
      const found = postings.get(one);
      if (!found.has(number)) found.set(number, [0, 0, 0]);
      found.get(number)[part] += value;
    };
    const numbers = new Map(docs.map((doc, number) => [doc, number]));
    const entries = docs.map((doc, number) => {
      const [place, anchor] = doc.location.split("#");
      const page = pages.get(place);
      const fields = { title: stemsOf(plain(doc.title)), tags: stemsOf(doc.tags?.join(" ")), defines: stemsOf(plain(doc.defines)) };
      if (anchor) Object.assign(fields, { page: stemsOf(plain(page.title)), of: stemsOf(page.tags?.join(" ")) });
      for (const field in fields) for (const one of new Set(fields[field])) put(one, number, 0, FIELDS[field]);
      const text = stemsOf(plain(doc.text));
      for (const [one, count] of countWords(text)) {
        put(one, number, 1, count);
        if (anchor) put(one, numbers.get(page), 2, count);
      }
      const titles = anchor ? [doc.title, `${page.title} ${doc.title}`] : [doc.title];
      const several = plain(doc.title).split(/[,;]/); // words of the glossary that are one thing
      const names = [...titles.map(plain), ...(several.length > 1 ? several : []), ...(doc.tags ?? [])].map((name) => new Set(told(name)));
      return { doc, page, anchor, names, length: text.length };
    });
    const forms = new Map(); // each word that stands anywhere -> its stem
    for (const doc of docs)
      for (const { low, stems } of read([doc.title, doc.tags, doc.text].map((one) => plain(String(one ?? ""))).join(" "))) forms.set(low, stems[0]);
    const average = entries.reduce((sum, { length }) => sum + length, 0) / entries.length;
    return { entries, postings, average, forms, vocabulary: [...postings.keys()] };
  }

  const rarity = (index, one) => {
    const found = index.postings.get(one)?.size ?? 0;
    return Math.log(1 + (index.entries.length - found + 0.5) / (found + 0.5));
  };

  return { makeIndex, plain, rarity };
})();
