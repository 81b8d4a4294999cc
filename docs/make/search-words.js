// The search reads a hyphen before a word as "without it", and does not find "time-limit", which
// it indexes as two words. So an option is sought by its words.
(() => {
  "use strict";
  addEventListener(
    "input",
    ({ target }) => {
      if (!target.matches("[data-md-component=search-query]")) return;
      const words = target.value.replace(/(^|\s)-+(?=\w)/g, "$1").replace(/(\w)-(?=\w)/g, "$1 ");
      if (words !== target.value) target.value = words;
    },
    true,
  );
})();
