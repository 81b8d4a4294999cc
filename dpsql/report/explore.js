(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("explorer-data").textContent);
  const bound = document.getElementById("bound");
  const told = document.getElementById("explored");
  const columns = document.getElementById("explored-columns");
  const people = document.getElementById("explored-people");

  function add(parent, tag, text, name) {
    const child = document.createElement(tag);
    if (text !== undefined) child.textContent = text;
    if (name) child.className = name;
    parent.append(child);
    return child;
  }

  function show(number) {
    const point = data.points[number];
    told.textContent = point.sentence;
    bound.setAttribute("aria-valuetext", "δmax " + point.delta);
    columns.replaceChildren();
    for (const column of data.columns) {
      const row = add(columns, "tr");
      const level = point.levels[column.position];
      const name = add(row, "th");
      name.scope = "row";
      add(name, "bdi", column.name);
      add(row, "td", level + " of " + column.height, "number");
      add(row, "td", column.values.map((labels) => labels[0] + " → " + labels[level]).join("; "));
    }
    people.replaceChildren();
    const most = Math.max(1, ...point.people);
    data.bars.forEach((bar, place) => {
      if (!data.used[place]) return;
      const row = add(people, "tr");
      const name = add(row, "th", bar);
      name.scope = "row";
      add(row, "td", point.people[place].toLocaleString("en"), "number");
      const cell = add(row, "td");
      if (!point.people[place]) return;
      const meter = add(cell, "div", undefined, "meter");
      meter.style.width = Math.sqrt(point.people[place] / most) * 100 + "%";
    });
  }

  bound.max = String(data.points.length - 1);
  bound.value = String(data.chosen);
  bound.addEventListener("input", () => show(Number(bound.value)));
  document.getElementById("explorer").hidden = false;
  show(data.chosen);
})();
