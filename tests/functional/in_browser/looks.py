"""Scripts that ask a page what it shows, and keys that are pressed on it."""

PAGES = ["public", "internal", "unsatisfied", "boxes", "pooled", "wide", "wide, internal"]


#: How far a page reaches beyond the screen, in pixels; boxes scroll by themselves. A phone shows a
#: wide page smaller, so that `innerWidth` grows with it.
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


#: Words of the names of columns, files and options that go on in another line.
BROKEN = """[...document.querySelectorAll(".tools code, th bdi, td > bdi")].flatMap(name => {
  const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    for (const { index, 0: word } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (range.getClientRects().length > 1) found.push(word);
    }
  }
  return found;
})"""


#: Contrast of every text with the nearest ground under it, as `[ratio, text]`, least first.
CONTRASTS = """(() => {
  const read = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const under = element => {
    for (let e = element; e; e = e.parentElement) {
      const ground = read(getComputedStyle(e).backgroundColor);
      if (ground.length === 3 || ground[3] === 1) return ground;
    }
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement, text = texts.currentNode.data.trim();
    if (!text || element.closest("title, desc")) continue;
    const style = getComputedStyle(element), drawn = element instanceof SVGElement;
    const ground = under(element);
    const share = drawn ? Number(style.fillOpacity) : 1;
    const ink = read(drawn ? style.fill : style.color)
      .slice(0, 3).map((c, i) => c * share + ground[i] * (1 - share));
    const [low, high] = [light(ink), light(ground)].sort((a, b) => a - b);
    found.push([(high + 0.05) / (low + 0.05), text]);
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, 3).concat([[found.length, ""]]);
})()"""


SHOWN = """({
  hidden: explorer.hidden,
  told: explored.textContent,
  risk: document.getElementById("explored-risk").textContent,
  columns: [...document.querySelectorAll("#explored-columns tr")].map(
    row => [...row.children].map(cell => cell.textContent)
  ),
  examples: [...document.querySelectorAll("#explored-examples tr")].map(
    row => [...row.children].slice(1).map(cell => cell.textContent.split(" → "))
  ),
  people: [...document.querySelectorAll("#explored-people tr")].map(
    row => Number(row.children[1].textContent.replace(",", ""))
  ),
  spot: ["cx", "cy"].map(name => Number(spot.getAttribute(name))),
  said: bound.getAttribute("aria-valuetext"),
  value: bound.value,
  lines: lines.textContent.split("\\n"),
  explained: document.getElementById("columns-note").textContent,
  stops: [...bound.list.options].map(option => option.value),
  dots: stops.children.length,
  most: bound.max,
})"""


def press(browser, key, code, text=None):
    """Press and release one key."""
    words = {"key": key, "windowsVirtualKeyCode": code}
    browser.ask(
        "Input.dispatchKeyEvent", type="keyDown", **words, **({"text": text} if text else {})
    )
    browser.ask("Input.dispatchKeyEvent", type="keyUp", **words)
    browser.settle()
