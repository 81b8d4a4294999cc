(() => {
  "use strict";
  const at = (name) => document.getElementById(name);
  const data = JSON.parse(at("explorer-data").textContent);
  const bound = at("bound");
  let kind = data.kinds[data.kind];

  function add(parent, tag, text, name) {
    const child = document.createElement(tag);
    if (text !== undefined) child.textContent = text;
    if (name) child.className = name;
    parent.append(child);
    return child;
  }

  function addHead(row, text) {
    const head = add(row, "th");
    head.scope = "row";
    add(head, "bdi", text);
  }

  function addChange(row, value, label) {
    const cell = add(row, "td", undefined, "label");
    add(cell, "bdi", value, value === label ? undefined : "raw");
    if (value === label) return;
    cell.append(" →\u00a0");
    add(cell, "bdi", label);
  }

  function addMeter(row, share) {
    const meter = share ? add(add(row, "td"), "div", undefined, "meter") : add(row, "td");
    if (share) meter.style.width = share * 100 + "%";
  }

  function showColumns(point) {
    at("explored-columns").replaceChildren();
    at("level-head").hidden = at("becomes-head").hidden = !point.levels;
    at("level-head").textContent = point.starts ? "level of the start" : "level";
    data.columns.forEach((column, place) => {
      const row = add(at("explored-columns"), "tr");
      addHead(row, column.name);
      add(row, "td", point.losses[place].toPrecision(3), "number");
      if (!point.levels) return;
      const level = point.levels[place];
      add(row, "td", level + " of " + column.height, "number");
      const become = (labels) => labels[0] + (level ? " → " + labels[level] : " (raw)");
      add(row, "td", column.values.map(become).join("; "));
    });
  }

  function showExamples(point) {
    const box = at("examples");
    const shown = point.shown.length > 0;
    box.hidden = !(point.levels || shown) || !data.examples.length;
    if (box.hidden) return;
    at("explored-examples").replaceChildren();
    data.examples.forEach((person, number) => {
      const row = add(at("explored-examples"), "tr");
      addHead(row, String(number + 1));
      const cells = shown ? point.shown[number] : person.map((labels, place) => labels[point.levels[place]]);
      if (cells) cells.forEach((cell, place) => addChange(row, person[place][0], cell));
      else add(row, "td", "in no box of T: known not to be in T").colSpan = person.length;
    });
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
    at("explored").textContent = point.sentence;
    at("bound-text").textContent = point.delta;
    bound.setAttribute("aria-valuetext", "δmax " + point.delta + ", loss " + point.loss);
    for (const name of ["cx", "cy"]) at("spot").setAttribute(name, point.spot[name === "cx" ? 0 : 1]);
    at("spot-title").textContent = "δmax " + point.delta + ": loss " + point.loss;
    showColumns(point);
    showExamples(point);
    showPeople(point);
  }

  function choose(number) {
    kind = data.kinds[number];
    bound.max = String(kind.points.length - 1);
    bound.value = String(kind.begin);
    bound.disabled = kind.points.length < 2;
    at("alone").textContent = kind.alone;
    at("curve").classList.toggle("early", kind.early);
    at("curve").setAttribute(
      "d",
      kind.points.map(({ spot: [x, y] }, place) => (place ? "H" + x + "V" + y : "M" + x + " " + y)).join(""),
    );
    show(kind.begin);
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

  const radios = document.querySelectorAll("input[name=kind]");
  radios.forEach((radio, number) => {
    radio.checked = number === data.kind;
    radio.addEventListener("change", () => choose(number));
  });
  bound.addEventListener("input", () => show(Number(bound.value)));
  at("explorer").hidden = false;
  choose(data.kind);
})();
