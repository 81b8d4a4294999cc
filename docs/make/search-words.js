// The words of the search: how a text is divided, what forms a word shares with others, which words
// ask nothing, and what users call a thing that the pages call otherwise.
globalThis.searchWords = (() => {
  "use strict";

  // These ask, and name nothing.
  const IDLE = new Set(
    `a about actually all already also am an and any anything are as at be been being but by
    can cannot could did do does doing done dont don even ever every find for from further get gets getting
    give given go going gone got had has have having he help her here him his how i if in into is isn it
    its just let like make makes making may me might mine must my need needed needs no not now of
    off ok on one only onto or other our out over per please possible put quite really same say
    shall she should so some somehow something still such tell than that the their them then
    there these they thing things this those though to too try trying up us use used uses using very
    vs want wants couldnt doesnt wont isnt arent cant didnt im was way we well were what when where whether which while who whom whose why will with
    without work works would wont yes yet you your dpsql mean means meaning able always never`.split(/\s+/),
  );

  const IRREGULAR = new Map(
    `knew:know known:know knows:know knowing:know knowledge:know kept:keep chose:choose chosen:choose
    choosing:choose choice:choose lost:lose losing:lose loss:lose sent:send wrote:write written:write
    broke:break broken:break ran:run running:run fell:fall people:person persons:person people's:person
    somebody:person someone:person everybody:person everyone:person anybody:person nobody:person deceased:death certainty:certain certainly:certain data:datum indices:index binned:bin binning:bin
    dropped:drop dropping:drop died:death dead:death mapped:map worse:bad worst:bad
    stopped:stop stopping:stop likelier:likely likeliest:likely probability:probable probabilities:probable
    failed:fail fails:fail failure:fail failing:fail slower:slow slowly:slow bigger:big largest:large
    larger:large told:tell taken:take took:take took:take held:hold hidden:hide built:build seen:see
    saw:see made:make paid:pay met:meet rarer:rare rarest:rare smaller:small smallest:small least:least
    coarser:coarse coarsening:coarse coarsen:coarse finer:fine sicker:sick illness:ill children:child
    bounds:bound bounded:bound boundaries:bound proven:proof prove:proof proved:proof proves:proof
    axes:axis analyses:analysis analyse:analysis analyze:analysis hierarchical:hierarchy singling:single`
      .trim().split(/\s+/).map((pair) => pair.split(":")),
  );

  // The first end that fits is cut, if enough of the word is left.
  const ENDS = [
    [/(?:is|iz)(?:e|es|ed|er|ers|ing|ation|ations|able)$/, "i", 3],
    [/ications?$/, "ish", 3], // publication, publish
    [/(?:ations?|ators?|ating|ated|ates?)$/, "", 4],
    [/(?:sses|ssions?|ssing|ssed|ssive)$/, "ss", 2],
    [/(?:ctions?|cting|cted|ctive|ctor|ctors)$/, "ct", 2],
    [/(?:nesses|ness|ments?|ously|ous|fully|ful|ively|ive)$/, "", 4],
    [/(?:ities|ity)$/, "", 4],
    [/(?<!ic)ally$/, "al", 2], // legally, legal
    [/(?<![aiklp]|like|rare|ear)ly$/, "", 4], // safely, safe; not family, apply, likely
    [/(?:ies|ied|y|ily|ically|ical|ics|ic)$/, "i", 3],
    [/ours?$/, "or", 3],
    [/ings?$/, "", 3],
    [/(?:ers|ed|er|es|e|ly)$/, "", 3],
    [/([^suix])s$/, "$1", 2],
  ];

  const STEMS = new Map();

  // The same for all forms of a word; of "k_anonymity", itself.
  function stem(word) {
    if (!STEMS.has(word)) STEMS.set(word, cutEnds(word));
    return STEMS.get(word);
  }

  function cutEnds(word) {
    if (/[_\d]/.test(word)) return word;
    let cut = (IRREGULAR.get(word) ?? word).replace(/['’]s?$/, "");
    for (let round = 0; round < 2; round++) {
      const found = ENDS.find(([end, , least]) => end.test(cut) && cut.replace(end, "").length >= least);
      if (!found) break;
      cut = cut.replace(found[0], found[1]);
    }
    cut = cut.replace(/([bdgklmnprt])\1$/, "$1");
    return cut.length > 3 ? cut.replace(/[ei]$/, "") : cut;
  }

  const WORD = /≈|[\p{L}\p{N}_δ]+(?:['’]\p{L}+)?/gu;

  // The words of a text with what they are found by; parts of "known_absent" count, too.
  function read(text) {
    const words = [];
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const low = word.toLowerCase();
      const stems = [stem(low)];
      const parts = word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
      if (parts.length > 1) stems.push(...parts.map((part) => stem(part.toLowerCase())));
      words.push({ word, low, stems, index });
    }
    return words;
  }

  // Edits between two words, counted up to a limit; neighbours that changed places are one.
  function isNear(one, other, limit) {
    if (Math.abs(one.length - other.length) > limit || one[0] !== other[0]) return false;
    let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
    for (let i = 1; i <= one.length; i++) {
      const row = [i];
      for (let j = 1; j <= other.length; j++) {
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one[i - 1] !== other[j - 1]));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
          row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      [before, last] = [last, row];
    }
    return last[other.length] <= limit;
  }

  // "WHERE" is one of SQL.
  const isIdle = ({ word, low }) => IDLE.has(low.replace(/['’]/, "")) && !/^[A-Z]{3,}$/.test(word);

  return { isIdle, stem, read, isNear };
})();
