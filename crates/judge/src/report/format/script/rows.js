/** @type {(test: Test) => boolean} */
const fits = (test) =>
  (!state.failures || test.fails) &&
  (!state.verdicts.size || test.results.some((result) => result && state.verdicts.has(result.verdict))) &&
  (!state.text || test.text.includes(state.text));

// Chooses the rows, in order: tests that fit, under their groups unless sorted.
const choose = () => {
  /** @type {Item[]} */
  const items = [];
  const filtered = state.text || state.failures || state.verdicts.size;
  let shown = 0;
  /** @type {(test: Test) => void} */
  const add = (test) => {
    items.push({ key: "t" + test.index, test });
    if (state.open.has(test.index)) items.push({ key: "d" + test.index, detail: test });
  };
  if (groups.size > 1 && !state.sort) {
    for (const [name, members] of groups) {
      const fitting = members.filter(fits);
      shown += fitting.length;
      if (!fitting.length) continue;
      items.push({ key: "g" + name, group: { name, members, fitting } });
      if (!state.folded.has(name) || state.text) fitting.forEach(add);
    }
  } else {
    const fitting = tests.filter(fits);
    shown = fitting.length;
    const { sort } = state;
    if (sort) fitting.sort((a, b) => (sort.down ? -1 : 1) * sort.compare(a, b) || a.place - b.place);
    fitting.forEach(add);
  }
  state.items = items;
  find("count").textContent = (filtered ? `${shown.toLocaleString("en")} of ` : "") + counted(tests.length, "test");
  table.setAttribute("aria-rowcount", String(items.length + 1));
  forget();
  place();
  render();
};

// Adds up the heights of the rows.
const place = () => {
  const tops = new Float64Array(state.items.length + 1);
  for (const [i, { key, detail }] of state.items.entries()) {
    tops[i + 1] = tops[i] + (detail ? state.heights.get(key) ?? 240 : ROW);
  }
  state.tops = tops;
};

/** @type {(expanded: boolean, ...children: Child[]) => HTMLElement} */
const toggle = (expanded, ...children) => make("button", { type: "button", class: "toggle", "aria-expanded": String(expanded) }, ...children);
/** @type {(group: Group) => HTMLTableRowElement} */
const groupRow = ({ name, members, fitting }) => {
  const failed = members.filter((test) => test.fails).length;
  const slowest = members.reduce((most, test) => test.results.reduce((m, r) => Math.max(m, r?.cpu_ms ?? 0), most), 0);
  const told = `  ${failed ? `${failed} of ${counted(members.length, "test")} failed` : counted(members.length, "test")}, slowest ${milliseconds(slowest)}`;
  const isOpen = !state.folded.has(name) || state.text !== "";
  const button = toggle(isOpen, name || "(no folder)", make("span", {}, told + ([members.length, failed].includes(fitting.length) ? "" : `, ${fitting.length} shown`)));
  const head = make("th", { colspan: state.columns.length, scope: "rowgroup", title: name }, button);
  return make("tr", { class: "group" }, head);
};
/** @type {(test: Test) => HTMLTableRowElement} */
const testRow = (test) => {
  const name = make("th", { scope: "row", title: test.name }, toggle(state.open.has(test.index), test.name));
  const rest = state.columns.slice(1).map((column) => {
    const content = column.cell?.(test) ?? "";
    return make("td", { class: column.number ? "number" : null, title: typeof content === "string" && !column.number ? content : null }, content);
  });
  return make("tr", { class: "test" }, name, ...rest);
};
/** @type {(item: Item) => HTMLTableRowElement} */
const rowOf = (item) => {
  if (item.detail) return make("tr", { class: "detail" }, make("td", { colspan: state.columns.length }, body(item.detail)));
  const row = item.group ? groupRow(item.group) : testRow(/** @type {Test} */ (item.test));
  row.addEventListener("click", () => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !row.contains(selection.anchorNode)) flip(item);
  });
  return row;
};

// Returns the item at this height.
/** @type {(height: number) => number} */
const itemAt = (height) => {
  let [low, high] = [0, state.items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (state.tops[middle + 1] <= height) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** @type {(height: number) => HTMLTableRowElement} */
const space = (height) => {
  const cell = make("td", { colspan: state.columns.length });
  cell.style.height = height + "px";
  return make("tr", { class: "space", "aria-hidden": "true" }, cell);
};

const render = () => {
  const { items, tops, drawn } = state;
  const headless = scroller.scrollTop;
  const first = state.printing ? 0 : Math.max(0, itemAt(headless) - AROUND);
  const last = state.printing ? Math.min(items.length, MOST_PRINTED) : Math.min(items.length, itemAt(headless + scroller.clientHeight) + 1 + AROUND);
  const wanted = new Set(items.slice(first, last).map((item) => item.key));
  for (const [key, row] of drawn) {
    if (!wanted.has(key)) {
      row.remove();
      drawn.delete(key);
    }
  }
  for (const row of content.querySelectorAll(".space")) row.remove();
  /** @type {Node | null} */
  let before = null;
  for (let i = last - 1; i >= first; i -= 1) {
    const item = items[i];
    const row = drawn.get(item.key) ?? rowOf(item);
    drawn.set(item.key, row);
    row.setAttribute("aria-rowindex", String(i + 2));
    if (row.parentNode !== content || row.nextSibling !== before) content.insertBefore(row, before);
    before = row;
  }
  if (first > 0) content.prepend(space(tops[first]));
  if (last < items.length && !state.printing) content.append(space(tops[items.length] - tops[last]));
  const leftOut = find("left-out");
  leftOut.hidden = !state.printing || last === items.length;
  leftOut.textContent = `${(items.length - last).toLocaleString("en")} more rows are not printed; filter them on the page.`;
  if (!state.printing) measure(first, last);
};

// Corrects the heights of the details in sight.
/** @type {(first: number, last: number) => void} */
const measure = (first, last) => {
  let changed = false;
  for (let i = first; i < last; i += 1) {
    const { key, detail } = state.items[i];
    if (!detail) continue;
    const height = state.drawn.get(key)?.offsetHeight ?? 0;
    changed ||= Math.abs((state.heights.get(key) ?? 0) - height) > 0.5;
    state.heights.set(key, height);
  }
  if (changed) {
    place();
    render();
  }
};

/** @type {<T>(set: Set<T>, value: T) => void} */
const swap = (set, value) => {
  if (!set.delete(value)) set.add(value);
};
// Opens or closes a test or a group.
/** @type {(item: Item) => void} */
const flip = (item) => {
  if (item.test) swap(state.open, item.test.index);
  if (item.group) swap(state.folded, item.group.name);
  state.current = item.key;
  choose();
  focusCurrent();
};
