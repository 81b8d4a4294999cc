// A table or a picture that is wider than its page scrolls; by this it does so by the keyboard, too.
// And the buttons of a block of code are no part of the navigation, as the theme has them.
addEventListener("load", () => {
  "use strict";
  document.querySelectorAll(".md-code__nav").forEach((buttons) => buttons.setAttribute("role", "none"));
  document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset p:has(img)").forEach((frame) => {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  });
});
