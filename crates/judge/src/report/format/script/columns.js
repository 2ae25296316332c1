const ROW = 36; // --row in the style
const AROUND = 12; // rows above and below those in sight
const MOST_PRINTED = 2000;
const FEW = 20; // tests that are all shown at first, even where some failed
const scroller = find("scroller");
const table = find("tests");
const head = /** @type {HTMLElement} */ (table.querySelector("thead tr"));
const [content] = table.tBodies;
/** @type {State} */
const state = {
  text: "", failures: false, verdicts: new Set(), sort: null, open: new Set(), folded: new Set(),
  current: null, printing: false, columns: [], items: [], tops: [0], heights: new Map(), drawn: new Map(),
};

/** @type {(of: (result: Result) => number | null, shown: (value: number) => string) => (test: Test) => string} */
const number = (of, shown) => (test) => {
  const value = test.results[0]?.verdict ? of(test.results[0]) : null;
  return value === null ? "" : shown(value);
};
/** @type {(of: (result: Result) => number | null) => (test: Test) => number} */
const numeric = (of) => (test) => (test.results[0]?.verdict ? of(test.results[0]) ?? -1 : -1);
/** @type {(width: number) => Column[]} */
const columnsFor = (width) => {
  /** @type {Column} */
  const name = { title: "Test", width: several ? "14rem" : width < 700 ? null : "30%", compare: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }) };
  if (several) {
    /** @type {(program: number) => (test: Test) => Child} */
    const cell = (program) => (test) => {
      const result = test.results[program];
      return make("span", {}, badge(result?.verdict), " ", result?.verdict ? milliseconds(result.cpu_ms) : "");
    };
    /** @type {(test: Test, program: number) => number} */
    const key = (test, program) => {
      const result = test.results[program];
      return rank(result?.verdict) * 1e9 + (result?.cpu_ms ?? 0);
    };
    return [name, ...programs.map((title, program) => ({
      title: line(title), width: "9rem", cell: cell(program), compare: (/** @type {Test} */ a, /** @type {Test} */ b) => key(a, program) - key(b, program),
    }))];
  }
  /** @type {(key: (test: Test) => number) => (a: Test, b: Test) => number} */
  const by = (key) => (a, b) => key(a) - key(b);
  /** @type {((result: Result) => number | null)[]} */
  const [cpu, wall, memory] = [(result) => result.cpu_ms, (result) => result.wall_ms, (result) => result.memory_kib];
  /** @type {Column[]} */
  const columns = [
    name,
    { title: "Verdict", width: "6rem", cell: (test) => badge(test.results[0]?.verdict), compare: by((test) => rank(test.results[0]?.verdict)) },
    { title: "CPU", width: "6.5rem", number: true, cell: number(cpu, milliseconds), compare: by(numeric(cpu)) },
    { title: "Wall", width: "6.5rem", number: true, cell: number(wall, milliseconds), compare: by(numeric(wall)), from: 820 },
    { title: "Memory", width: "6.5rem", number: true, cell: number(memory, kibibytes), compare: by(numeric(memory)), from: 560 },
    { title: "Message", cell: (test) => line(test.results[0]?.message ?? ""), compare: (a, b) => a.text.localeCompare(b.text), from: 700 },
  ];
  return columns.filter((column) => width >= (column.from ?? 0));
};

const drawHead = () => {
  state.columns = columnsFor(scroller.clientWidth);
  table.className = several ? "several" : "";
  table.style.minWidth = several ? 14 + 9 * programs.length + "rem" : "";
  head.replaceChildren(...state.columns.map((column, place) => {
    const sorted = state.sort?.title === column.title ? (state.sort.down ? "descending" : "ascending") : null;
    const button = make("button", { type: "button", title: column.title }, column.title);
    button.addEventListener("click", () => {
      const { sort } = state;
      if (sort?.title !== column.title) state.sort = { title: column.title, compare: column.compare, down: Boolean(column.number) };
      else if (sort.down === Boolean(column.number)) sort.down = !sort.down;
      else state.sort = null;
      scroller.scrollTop = 0;
      drawHead();
      choose();
      head.querySelectorAll("button")[place].focus();
    });
    const heading = make("th", { scope: "col", "aria-sort": sorted, class: column.number ? "number" : null }, button);
    if (column.width) heading.style.width = column.width;
    return heading;
  }));
  forget();
};
// Takes the rows that are drawn out of the document.
const forget = () => {
  for (const row of state.drawn.values()) row.remove();
  state.drawn.clear();
};
