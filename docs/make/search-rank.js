// Ranks sections for what was typed. A section is worth how rare the words are that it answers, more in
// its title or tags than in its text; how many of all words it answers; and how nearly one of its
// names is what was typed.
globalThis.searchRank = (() => {
  "use strict";
  const { isIdle, stem, read, isNear } = globalThis.searchWords;
  const { makeIndex, plain, rarity } = globalThis.searchIndex;
  // What another word for the same counts, one with a mistake, and one that is only begun.
  const [SYNONYM, TYPO, BEGUN] = [0.45, 0.7, 0.5];
  // What a name counts that is what was typed, and how much more if no word is left; one of which what
  // was typed has all words; words in their order; an option, a key or a command. Chosen by
  // the questions of `tests/pages`.
  const [NAMED, WHOLE, QUOTED, PHRASE, EXACT] = [26, 1.5, 0.5, 20, 150];
  const INNER = 0.25; // of the texts of its sections, for the top of a page

  const SYNONYMS = new Map();
  for (const [from, to] of globalThis.searchSynonyms) {
    for (const word of from)
      for (const other of to ?? from) {
        const [one, two] = [stem(word), stem(other)];
        if (one !== two) SYNONYMS.set(one, (SYNONYMS.get(one) ?? new Set()).add(two));
      }
  }

  // Stems that stand for a word that was typed, each with its weight; none if nothing is like it.
  function spread(index, word, isLast) {
    const own = stem(word.low);
    const found = new Map();
    const add = (one, weight) =>
      index.postings.has(one) && found.set(one, Math.max(weight, found.get(one) ?? 0));
    add(own, 1);
    for (const other of SYNONYMS.get(own) ?? []) add(other, SYNONYM);
    if (isLast && own.length > 2)
      for (const one of index.vocabulary) if (one.startsWith(own)) add(one, own === one ? 1 : BEGUN * (found.size ? 0.3 : 1));
    if (found.size) return found;
    // With a mistake or two: from a stem much is cut, so that whole words are compared.
    const limit = word.low.length > 7 ? 2 : word.low.length > 4 ? 1 : 0;
    for (let near = 1; near <= limit && !found.size; near++)
      for (const [form, one] of index.forms) if (isNear(word.low, form, near)) add(one, TYPO);
    for (const one of [...found.keys()]) for (const other of SYNONYMS.get(one) ?? []) add(other, SYNONYM * TYPO);
    if (found.size) return found;
    // "kanonymity" is two words.
    for (let at = 1; at < own.length; at++) {
      const halves = [own.slice(0, at), stem(own.slice(at))];
      if (halves.every((half) => index.postings.has(half)) && halves[1].length > 3) {
        halves.forEach((half) => add(half, TYPO));
        break;
      }
    }
    return found;
  }

  // What was typed as words to seek, and as names that one section bears: an option, a key, a command.
  function ask(index, typed) {
    const exact = new Set();
    for (const [, option] of typed.matchAll(/--([a-z][a-z-]+)/g)) exact.add(`option${option.replaceAll("-", "")}`);
    const [, one, two] = typed.toLowerCase().match(/\bdpsql ([a-z-]+)(?: ([a-z]+))?/) ?? [];
    if (one) exact.add(`command${one.replaceAll("-", "")}`).add(`command${one}${two}`);
    const keys = [...typed.matchAll(/[a-z_]+(?:\.[\w]+)+|[a-z]+_[a-z_]+/g)].map(([key]) => key.toLowerCase());
    const all = read(typed);
    const named = all.filter((one) => !isIdle(one));
    const sought = named.length ? named : all.filter(({ low }) => low !== "dpsql");
    const words = sought.map((one, at) => {
      const last = one === all.at(-1) && !/\s$/.test(typed);
      return { text: one.word, stems: spread(index, one, last) };
    });
    // "data frame" is "dataframe", "known absent" known_absent.
    sought.slice(1).forEach((one, at) => {
      for (const mark of ["", "_"]) {
        const joined = stem(sought[at].low + mark + one.low);
        if (index.postings.has(joined)) for (const word of [words[at], words[at + 1]]) word.stems.set(joined, 1);
      }
    });
    // In a longer sentence an option is one word of many.
    const parts = typed.trim().split(/\s+/).filter((one) => one !== "dpsql");
    const share = parts.filter((one) => /^--|[._]/.test(one) || exact.has(`command${one}`)).length / (parts.length || 1);
    return { exact, keys, words, share: Math.max(share, 0.02) };
  }

  function isKey(key, anchor) {
    const [parts, own] = [key.split("."), anchor.split(".")];
    const from = own.length - parts.length;
    return from >= 0 && parts.every((part, at) => own[from + at] === "NAME" || own[from + at].toLowerCase() === part);
  }

  function search(index, typed) {
    const { exact, keys, words, share: named } = ask(index, typed);
    const known = words.filter(({ stems }) => stems.size);
    for (const word of known) {
      word.rare = Math.max(...[...word.stems].map(([one, weight]) => weight * rarity(index, one)));
    }
    const whole = known.reduce((sum, { rare }) => sum + rare, 0);
    const scores = new Map();
    const start = () => ({ sum: 0, met: 0, words: new Set(), own: new Set() });
    const get = (number) => scores.get(number) ?? scores.set(number, start()).get(number);
    for (const word of known) {
      const best = new Map();
      for (const [one, weight] of word.stems) {
        for (const [number, [named, count, inner]] of index.postings.get(one)) {
          const length = 0.5 + (0.5 * index.entries[number].length) / index.average;
          const tells = (count / (count + length)) * 2 + (INNER * inner) / (inner + 4);
          // Of words that are alike the common ones say less than what was typed.
          const alike = weight * Math.min(1, rarity(index, one) / word.rare);
          const value = alike * ((named / (named + 3)) * 5 + tells);
          if (value > (best.get(number)?.[0] ?? 0)) best.set(number, [value, weight]);
          if (weight >= TYPO && named + count) get(number).own.add(word);
        }
      }
      for (const [number, [value, weight]] of best) {
        const score = get(number);
        score.sum += word.rare * value;
        score.met += word.rare * Math.min(1, weight + 0.3);
        score.words.add(word);
      }
    }
    index.entries.forEach(({ doc, anchor, page }, number) => {
      const defined = (doc.defines ?? "").split(" ").map((one) => one.toLowerCase());
      const options = [...exact].filter((one) => defined.includes(one)).length && 1;
      const titled = keys.filter((key) => anchor && isKey(key, anchor)).length;
      if (options || titled) get(number).exact = options + titled * (page.location.includes("job") ? 1 : 0.3);
    });
    const phrases = listPhrases(typed);
    const found = [...scores].map(([number, { sum, met, words: of, own, exact: bonus = 0 }]) => {
      const { doc, names } = index.entries[number];
      const share = whole ? met / whole : 0;
      const score =
        (sum / (known.length || 1)) * share ** 1.5 +
        NAMED * name(index, names, known, whole) +
        EXACT * named * bonus +
        PHRASE * quote(index.entries[number], phrases);
      return { doc, score: score * (doc.boost ?? 1), words: of, own };
    });
    found.sort((a, b) => b.score - a.score);
    return { found, words, known };
  }

  const flatten = (text) => read(text).map(({ low }) => low).join(" ");

  // Each three words that follow each other, of what is pasted.
  function listPhrases(typed) {
    const words = flatten(typed).split(" ");
    return words.slice(2).map((_, at) => words.slice(at, at + 3).join(" "));
  }

  // Which share of them stands in a section as it is.
  function quote(entry, phrases) {
    if (!phrases.length) return 0;
    entry.flat ??= flatten(plain(`${entry.doc.title} ${entry.doc.text}`));
    return phrases.filter((phrase) => entry.flat.includes(phrase)).length / phrases.length;
  }

  // How nearly one of the names of a section is what was typed: 1 if both have the same words.
  function name(index, names, known, whole) {
    let best = 0;
    for (const own of names) {
      let [shared, met] = [0, new Set()];
      for (const { stems, rare } of known) {
        let most = 0;
        for (const [one, weight] of stems) if (own.has(one)) (most = Math.max(most, weight)), met.add(one);
        shared += rare * most;
      }
      if (!shared) continue;
      const rest = [...own].filter((one) => !met.has(one)).reduce((sum, one) => sum + rarity(index, one), 0);
      best = Math.max(best, (shared / (whole + rest)) ** 1.5);
      // A message that is pasted has more words than its name.
      if (own.size > 2) best = Math.max(best, QUOTED * (shared / (shared + rest)) ** 4);
    }
    return best > 0.98 ? WHOLE * best : best;
  }

  return { makeIndex, search };
})();
