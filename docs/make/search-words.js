// What is typed is made a question to the index, which finds words by their beginning: an option
// by its name, a plural by its singular, "anonymise" and "anonymize" by what they share, and a long
// word also if one letter of it is another, missing or too much. The box shows what was typed.
(() => {
  "use strict";
  const QUERY = 2; // the theme's number of a message that asks
  const IDLE = new Set(
    "a am an and are as at be been but by can could do does for from get has have how i if in is it its me my need no not of on or our out should so that the there this to use using vs want was we what when which who why will with would you your".split(" "),
  );

  const ENDS = [
    [/(\w{4,})(?:is|iz)(?:e|es|ed|er|ers|ing|ation|ations)$/, "$1i"],
    [/(\w{3,})our(?:s|ed|ing)?$/, "$1o"],
    [/(\w{4,})(?:ies|y)$/, "$1"],
    [/(\w+(?:x|ch|sh|ss))(?:es|ed|ing|ion|ions)$/, "$1"],
    [/(\w{4,})(?:ings?|ed)$/, "$1"],
    [/(\w{2,}[^sui])s$/, "$1"],
  ];

  function shorten(word) {
    if (word.includes("_")) return word;
    const found = ENDS.find(([end]) => end.test(word));
    return found ? word.replace(...found) : word;
  }

  // What a whole word may end with. As the beginning of another word it counts for far less, since
  // tags count a thousandfold: "comma" is no half of "command". Weights are whole numbers.
  const GROWS = ["", "s", "es", "d", "ed", "ing", "ion"];

  // By its forms, and for far less with one mistake.
  function weigh(word) {
    const stem = shorten(word);
    const forms = stem === word ? [...GROWS.map((end) => `${word}${end}^20000`), `${word}*^1`] : [`${stem}*^20000`];
    return word.length < 6 || word.includes("_") ? forms : [...forms, `${word}~1^1000`];
  }

  function split(word) {
    if (word.startsWith("--")) {
      return [`option${word.replaceAll("-", "")}*^1000000`, ...word.slice(2).split("-").map((part) => `${part}*^20000`)];
    }
    if (word.includes("^")) return [word];
    if (/^\d+$/.test(word)) return [`${word}^20000`]; // a number as it is
    const parts = word.split("-");
    const long = parts.filter((part) => part.length > 1); // of k-map: "k" begins too much
    return long.length ? long.flatMap(weigh) : parts.map((part) => `${part}^20000`);
  }

  function ask(typed) {
    const words = typed.toLowerCase().match(/(?:--)?[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu) ?? [];
    const told = words.filter((word) => !IDLE.has(word));
    const long = told.filter((word) => !/^\p{L}$/u.test(word));
    const sought = long.length ? long : told; // "what is T" asks for T
    if (words[0] === "dpsql" && words.length > 1) sought.unshift(`command${words[1]}*^1000000`);
    return (sought.length ? sought : words).flatMap(split).join(" ");
  }

  // The theme hears keys only: what is pasted, dictated or swiped is asked, too.
  addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-md-component=search-query]")) target.dispatchEvent(new Event("keyup"));
  });

  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const asked = message.type === QUERY ? { ...message, data: ask(message.data) } : message;
    return post.call(this, asked, ...rest);
  };
})();
