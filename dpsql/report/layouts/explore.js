(() => {
  "use strict";
  const at = (name) => document.getElementById(name);
  const data = JSON.parse(at("explorer-data").textContent);
  const bound = at("bound");
  let kind = data.kinds[data.kind];
  // The δmax that was moved to; none at the point that an algorithm begins with.
  let aim = null;
  let aimText = "";
  let waiting;
  const radios = document.querySelectorAll("input[name=kind]");

  function add(parent, tag, text, name) {
    const child = document.createElement(tag);
    if (text !== undefined) child.textContent = text;
    if (name) child.className = name;
    parent.append(child);
    return child;
  }

  // Commands stand between backticks; lines break at their blanks alone, not at a hyphen.
  function addCommand(place, command) {
    const code = add(place, "code");
    command.split(" ").forEach((word, number) => {
      if (number) code.append(" ");
      add(code, "span", word, "whole");
    });
  }

  function tell(place, text) {
    place.replaceChildren();
    text.split("`").forEach((part, number) => (number % 2 ? addCommand(place, part) : place.append(part)));
  }

  function addLabel(cell, text, name) {
    // A short label, such as a range of dates, is not broken at its hyphens.
    const names = [name, text.length > data.whole ? "" : "whole"].filter(Boolean);
    add(cell, "bdi", text, names.join(" "));
  }

  function addHead(row, text) {
    const head = add(row, "th");
    head.scope = "row";
    const name = add(head, "bdi");
    text.split(/(?<=[\p{L}\p{N}][_.\-\/])(?=[\p{L}\p{N}])/u).forEach((part, place) => {
      if (place) add(name, "wbr");
      name.append(part);
    });
  }

  function addChange(row, value, label) {
    const cell = add(row, "td", undefined, "label");
    addLabel(cell, value, value === label ? undefined : "raw");
    if (value === label) return;
    cell.append(" → ");
    addLabel(cell, label);
  }

  function addOutside(row, person) {
    const cell = add(row, "td", undefined, "label");
    cell.colSpan = person.length;
    person.forEach((labels, column) => {
      if (column) cell.append(", ");
      addLabel(cell, labels[0], "raw");
    });
    cell.append(" → in no box: known not to be in T");
  }

  function addMeter(row, share) {
    const meter = share ? add(add(row, "td"), "div", undefined, "meter") : add(row, "td");
    if (share) meter.style.width = share * 100 + "%";
  }

  function addLabels(cell, labels) {
    labels.forEach(([label, share], place) => {
      if (place) cell.append(", ");
      addLabel(cell, label);
      if (share !== "100\u00a0%") cell.append(" (" + share + ")");
    });
  }

  // A share is that of all rows with a level, whatever their values; the label of one shows the level.
  function addShares(cell, cells) {
    cells.parts.forEach(([label, share], place) => {
      cell.append((place ? ", " : "") + share);
      if (label === cells.value) return cell.append(" raw");
      cell.append(" such as ");
      addLabel(cell, label);
    });
  }

  function addCells(row, cells, column) {
    if (cells.levels) add(row, "td", cells.levels + " of " + column.height, "number");
    const cell = add(row, "td", cells.lead, "words under");
    if (cells.value) return addShares(cell, cells);
    if (cells.lead && cells.parts.length) cell.append(" ");
    addLabels(cell, cells.parts);
  }

  function addLevel(row, level, column) {
    add(row, "td", level + " of " + column.height, "number");
    const cell = add(row, "td", undefined, "words under");
    column.values.forEach((labels, place) => {
      if (place) cell.append("; ");
      addLabel(cell, labels[0]);
      if (!level) return cell.append(" (raw)");
      cell.append(" → ");
      addLabel(cell, labels[level]);
    });
  }

  function explainColumns(point, hasLevels) {
    if (point.levels) return "Level 0 is the raw value, and the last level one label for everybody.";
    return hasLevels
      ? "A share counts the rows of T with a label so coarse, whatever their value; the labels named are those of one value of P."
      : "A share counts the rows of T with this range.";
  }

  function showColumns(point) {
    at("explored-columns").replaceChildren();
    const hasLevels = point.levels !== null || point.cells[0].levels !== "";
    at("level-head").hidden = !hasLevels;
    at("level-head").textContent = point.cells && hasLevels ? "levels of rows" : "level";
    at("becomes-head").textContent = point.levels
      ? "a value of P becomes"
      : hasLevels ? "rows of T, by how coarse their label is" : "what rows get";
    at("columns-note").textContent =
      explainColumns(point, hasLevels) + " A loss of 0 keeps all of a column, and 1 nothing.";
    data.columns.forEach((column, place) => {
      const row = add(at("explored-columns"), "tr");
      addHead(row, column.name);
      const loss = point.losses[place];
      add(row, "td", loss > 0 && loss < 0.001 ? "<0.001" : loss.toFixed(3), "number");
      if (point.levels) addLevel(row, point.levels[place], column);
      else addCells(row, point.cells[place], column);
    });
  }

  function spread(numbers, most) {
    const step = Math.max(1, numbers.length / most);
    return numbers.filter((_, place) => Math.floor(place % step) === 0).slice(0, most);
  }

  function pickExamples(point) {
    const all = data.examples.map((_, number) => number);
    const outside = all.filter((number) => point.shown.length && !point.shown[number]);
    const inside = all.filter((number) => !outside.includes(number));
    const few = spread(outside, Math.max(1, data.shown - inside.length));
    return [...spread(inside, data.shown - few.length), ...few].sort((a, b) => a - b);
  }

  function showExamples(point) {
    const box = at("examples");
    const shown = point.shown.length > 0;
    box.hidden = !(point.levels || shown) || !data.examples.length;
    at("no-examples").hidden = !box.hidden;
    if (box.hidden) return;
    at("explored-examples").replaceChildren();
    at("outside").hidden = !shown || point.shown.every(Boolean);
    pickExamples(point).forEach((number) => {
      const person = data.examples[number];
      const row = add(at("explored-examples"), "tr");
      // Somebody keeps this number at all points, so that they can be followed.
      addHead(row, String(number + 1));
      const cells = shown ? point.shown[number] : person.map((labels, place) => labels[point.levels[place]]);
      if (cells) cells.forEach((cell, column) => addChange(row, person[column][0], cell));
      else addOutside(row, person);
    });
  }

  // A point holds from its δmax to that of the next, and the job's may lie between.
  function findBound(point) {
    const next = kind.points[kind.points.indexOf(point) + 1];
    const isBetween = data.asked && point.at <= data.asked.at && !(next && next.at <= data.asked.at);
    return isBetween ? data.asked : { at: point.at, text: point.delta };
  }

  // A point of a smaller δmax is not to be compared without a word with those of this one.
  function addElsewhere(head, one, other, most) {
    const beyond = one.tried.includes(most.at) ? data.nothing : one.beyond;
    add(head, "br");
    add(head, "span", "found at " + other.delta + (beyond && "; " + beyond), "note");
  }

  // Of each kind the point of greatest δmax that is no greater than the bound.
  function showBeside(point) {
    const table = at("explored-beside");
    if (!table) return;
    const most = findBound(point);
    at("beside-bound").textContent = most.text;
    table.replaceChildren();
    data.kinds.forEach((one, number) => {
      const other = one === kind ? point : one.points.findLast((known) => known.at <= most.at);
      const row = add(table, "tr", undefined, one === kind ? "chosen" : undefined);
      const head = add(row, "th");
      head.scope = "row";
      if (!other) {
        head.append(one.name);
        add(row, "td", "no point up to this δmax", "note").colSpan = data.figures;
        return;
      }
      const button = add(head, "button", one.name);
      button.type = "button";
      button.addEventListener("click", () => goBeside(number, other));
      if (other.at < most.at) addElsewhere(head, one, other, most);
      other.figures.forEach((figure) => add(row, "td", figure, "number"));
    });
  }

  function goBeside(number, point) {
    aim = point.at;
    aimText = point.delta;
    radios[number].checked = true;
    choose(number);
    remember();
    at("explored-beside").rows[number].querySelector("button").focus();
  }

  function showPeople(point) {
    const most = Math.max(1, ...point.people);
    const first = point.people.findIndex(Boolean);
    const last = point.people.findLastIndex(Boolean);
    at("explored-people").replaceChildren();
    data.bars.forEach((bar, place) => {
      if (place < first || place > last) return;
      const row = add(at("explored-people"), "tr");
      addHead(row, bar);
      add(row, "td", point.people[place].toLocaleString("en"), "number");
      addMeter(row, Math.sqrt(point.people[place] / most));
    });
  }

  function show(number) {
    const point = kind.points[number];
    tell(at("explored"), point.sentence);
    at("lines-early").hidden = !point.loss.startsWith("at most");
    at("explored-risk").textContent = point.risk;
    at("bound-text").textContent = point.delta;
    at("bound-place").textContent =
      kind.points.length > 1 ? "point " + (number + 1) + " of " + kind.points.length : "";
    at("bound-mark").textContent = point.mark;
    at("lines").textContent = point.lines;
    at("copied").textContent = "";
    at("lines-of-job").hidden = !point.lines;
    const mark = point.mark ? ", " + point.mark : "";
    bound.setAttribute("aria-valuetext", "δmax " + point.delta + mark + ", loss " + point.loss);
    for (const name of ["cx", "cy"]) at("spot").setAttribute(name, point.spot[name === "cx" ? 0 : 1]);
    at("spot-title").textContent = "δmax " + point.delta + ": loss " + point.loss;
    showBeside(point);
    showColumns(point);
    showExamples(point);
    showPeople(point);
  }

  function findNearest(points, at) {
    const far = points.map((point) => Math.abs(point.at - at));
    return far.indexOf(Math.min(...far));
  }

  // A mark at each stop of the slider, with the δmax at both of its ends; and a dot on the curve.
  function showStops(points) {
    const isMovable = points.length > 1;
    at("bound-stops").replaceChildren();
    points.forEach((point, place) => isMovable && (add(at("bound-stops"), "option").value = String(place)));
    const ends = [points[0], points[points.length - 1]];
    [...at("bound-ends").children].forEach((end, place) => {
      end.textContent = isMovable ? ends[place].delta : "";
    });
    const dots = points.map(({ spot: [x, y] }) => {
      const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      for (const [name, value] of Object.entries({ cx: x, cy: y, r: 2.5 })) dot.setAttribute(name, value);
      return dot;
    });
    at("stops").replaceChildren(...dots);
  }

  function choose(number) {
    kind = data.kinds[number];
    bound.max = String(kind.points.length - 1);
    showStops(kind.points);
    const place = aim === null ? kind.begin : findNearest(kind.points, aim);
    bound.value = String(place);
    bound.disabled = kind.points.length < 2;
    tell(at("alone"), kind.alone);
    at("apart").textContent = kind.apart;
    at("curve").classList.toggle("early", kind.early);
    at("early").hidden = !kind.early;
    at("curve").setAttribute(
      "d",
      kind.points.map(({ spot: [x, y] }, place) => (place ? "H" + x + "V" + y : "M" + x + " " + y)).join(""),
    );
    show(place);
    const isMoved = aim !== null && aimText && kind.points[place].at !== aim;
    at("bound-moved").textContent = isMoved ? "the nearest to " + aimText + ", which is no point here" : "";
  }

  // The address names the point, so that it can be sent, and reloaded: #explore=levels,0.25
  const nameInAddress = (one) => encodeURIComponent(one.name.replaceAll(" ", "-"));

  function remember() {
    at("lost").textContent = "";
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      try {
        history.replaceState(null, "", "#explore=" + nameInAddress(kind) + "," + kind.points[Number(bound.value)].at);
      } catch {
        // A frame of a notebook has no address of its own.
      }
    }, 200);
  }

  // What is wrong with an address stands beside the slider until somebody moves it.
  function tellLost(why) {
    at("lost").textContent = "This page has no point of that address: " + why + ".";
  }

  // Whether the address is one of a point, even of none that this page has.
  function goToAddress() {
    const asked = /^#explore=([^,]*),?(.*)$/.exec(location.hash);
    if (!asked) return false;
    const number = data.kinds.findIndex((one) => nameInAddress(one) === asked[1]);
    const told = asked[2] ? Number(asked[2]) : NaN;
    if (number < 0) tellLost("it names no kind of release that is here");
    else if (!Number.isFinite(told)) tellLost("its δmax is no number");
    else goTo(number, told);
    return true;
  }

  function goTo(number, told) {
    aim = told;
    aimText = "";
    if (radios.length) radios[number].checked = true;
    choose(number);
    // A page that was made anew may have no such point: the address is then that of the nearest.
    remember();
    const point = kind.points[Number(bound.value)];
    if (point.at !== told) tellLost("the nearest δmax that is here is shown");
  }

  function move(number) {
    aim = number === kind.begin ? null : kind.points[number].at;
    aimText = kind.points[number].delta;
    at("bound-moved").textContent = "";
    show(number);
  }

  function sort(table, place, button) {
    const heads = [...table.tHead.rows[0].cells];
    const order = heads[place].getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[place].setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const value = (row) => Number(row.cells[place].dataset.value);
    const rows = [...table.tBodies[0].rows].sort((a, b) => sign * (value(a) - value(b)));
    table.tBodies[0].append(...rows);
    button.focus();
  }

  const minimal = at("minimal-nodes");
  if (minimal) {
    [...minimal.tHead.rows[0].cells].forEach((head, place) => {
      if (!head.dataset.sorts) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(minimal, place, button));
    });
  }

  radios.forEach((radio, number) => {
    radio.checked = number === data.kind;
    radio.addEventListener("change", () => {
      choose(number);
      remember();
    });
  });
  bound.addEventListener("input", () => {
    move(Number(bound.value));
    remember();
  });
  // Whoever clicks on the chart is at the point that is nearest to the pointer.
  const chart = at("stops").ownerSVGElement;
  chart.addEventListener("click", (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
    const far = kind.points.map(({ spot }) => Math.hypot(spot[0] - x, spot[1] - y));
    bound.value = String(far.indexOf(Math.min(...far)));
    move(Number(bound.value));
    remember();
  });
  // A table that fits its box is no stop of the keyboard. Some stand below this script.
  addEventListener("DOMContentLoaded", () => {
    const boxes = document.querySelectorAll(".scroll");
    const sizes = new ResizeObserver(() => {
      boxes.forEach((box) => {
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
        else box.removeAttribute("tabindex");
      });
    });
    boxes.forEach((box) => [box, ...box.children].forEach((one) => sizes.observe(one)));
  });
  addEventListener("hashchange", goToAddress);
  // Where a browser lets no script copy, the lines are selected, and its keys copy them.
  at("copy").addEventListener("click", () => {
    getSelection().selectAllChildren(at("lines"));
    at("copied").textContent = document.execCommand("copy") ? "copied" : "selected";
  });
  // A browser that comes back to the page sets its controls as they were, after the script has run.
  addEventListener("pageshow", () => {
    const chosen = [...radios].findIndex((radio) => radio.checked);
    const place = Number(bound.value);
    if (chosen >= 0 && data.kinds[chosen] !== kind) choose(chosen);
    if (place !== Number(bound.value)) bound.value = String(Math.min(place, Number(bound.max)));
    move(Number(bound.value));
  });
  at("explorer").hidden = false;
  choose(data.kind);
  if (goToAddress()) at("explore").scrollIntoView();
})();
