// What is typed is made a question to the index, which finds words by their beginning: an option
// by its name, a plural by its singular, "anonymise" and "anonymize" by what they share. The box
// shows what was typed.
(() => {
  "use strict";
  const QUERY = 2; // the theme's number of a message that asks
  const IDLE = new Set(
    "a an and are as at be by can do does for from has have how i in is it its me my no not of on or out the to was what when which why with".split(" "),
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

  function split(word) {
    if (word.startsWith("--")) return [`option${word.replaceAll("-", "")}*^50`, ...word.slice(2).split("-")];
    if (word.includes("^")) return [word];
    if (/^\d+$/.test(word)) return [`${word}^1`]; // a number as it is
    const parts = word.split("-");
    const long = parts.filter((part) => part.length > 1); // of k-map: "k" begins too much
    return (long.length ? long : parts).map(shorten);
  }

  function ask(typed) {
    const words = typed.toLowerCase().match(/(?:--)?[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu) ?? [];
    const sought = words.filter((word) => !IDLE.has(word) && !/^\p{L}$/u.test(word));
    if (words[0] === "dpsql" && words.length > 1) sought.unshift(`command${words[1]}*^50`);
    return (sought.length ? sought : words).flatMap(split).join(" ");
  }

  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const asked = message.type === QUERY ? { ...message, data: ask(message.data) } : message;
    return post.call(this, asked, ...rest);
  };
})();
