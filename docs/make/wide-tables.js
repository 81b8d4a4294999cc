// A table or a picture that is wider than its page scrolls; by this it does so by the keyboard, too.
addEventListener("load", () => {
  "use strict";
  document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset p:has(img)").forEach((frame) => {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  });
});
