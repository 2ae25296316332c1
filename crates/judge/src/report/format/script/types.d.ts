// What the scripts of a report pass to each other; for the type checker alone. docs/report.md describes the report itself.

/** The elements that the scripts look for, by their ids. */
interface Parts {
  charted: HTMLElement;
  charts: HTMLElement;
  count: HTMLElement;
  facts: HTMLElement;
  failures: HTMLInputElement;
  filter: HTMLInputElement;
  fold: HTMLButtonElement;
  help: HTMLDialogElement;
  hint: HTMLElement;
  keys: HTMLButtonElement;
  "left-out": HTMLElement;
  program: HTMLSelectElement;
  report: HTMLElement;
  scroller: HTMLElement;
  strips: HTMLElement;
  tests: HTMLTableElement;
  theme: HTMLButtonElement;
}

type Attributes = Record<string, string | number | null>;
type Child = Node | string;

/** A line of an input or of a difference. */
interface Line {
  line: number;
  text: string;
  tag?: string;
  /** The line with its differing part marked. */
  nodes?: Child[];
}

/** A line of a dialogue. */
interface Said {
  line: number;
  by: "program" | "interactor";
  text: string;
  unfinished?: boolean;
}

/** The result of a program on a test; one without a verdict was not run. */
interface Result {
  name: string;
  program: string;
  group?: string;
  index: number;
  verdict?: string;
  message?: string;
  place?: string;
  cpu_ms: number;
  wall_ms: number;
  limit_ms?: number | null;
  memory_kib: number | null;
  memory_limit_kib?: number | null;
  runs_cpu_ms?: number[];
  input?: Line[];
  diff?: Line[];
  transcript?: Said[];
  stderr?: string;
}

interface Program {
  name: string;
  verdict?: string;
  message?: string;
  remark?: string;
}

interface Report {
  programs: Program[];
  tests: Result[];
  not_run?: Result[];
  summary: { wall_ms: number };
}

/** A test, with a result for every program. */
interface Test {
  index: number;
  /** Its place in the order of the tests. */
  place: number;
  name: string;
  group: string;
  results: (Result | null)[];
  fails: boolean;
  /** What the filter looks at. */
  text: string;
}

/** A result near the pointer. */
interface Hit {
  test: Test;
  result: Result | null;
}

/** A dot of a chart. */
interface Dot {
  test: Test;
  result: Result;
  value: number;
  limit: number | null;
}

/** A dot with its place in the picture. */
interface PlacedDot extends Dot {
  x: number;
  y: number;
}

interface Chart {
  title: string;
  shown(value: number): string;
  least: number;
  binary?: boolean;
  value(result: Result): number | null;
  limit(result: Result): number | null;
}

interface Column {
  title: string;
  width?: string | null;
  number?: boolean;
  /** What it shows of a test; the name has a row heading of its own. */
  cell?(test: Test): Child;
  compare(a: Test, b: Test): number;
  /** The width of the table from which on it is shown. */
  from?: number;
}

/** The heading of a group, with those of its tests that the filter lets through. */
interface Group {
  name: string;
  members: Test[];
  fitting: Test[];
}

/** A row of the table: a test, its details, or the heading of a group. */
interface Item {
  key: string;
  test?: Test;
  detail?: Test;
  group?: Group;
}

/** What the table shows. */
interface State {
  text: string;
  failures: boolean;
  verdicts: Set<string | undefined>;
  sort: { title: string; compare: Column["compare"]; down: boolean } | null;
  open: Set<number>;
  folded: Set<string>;
  /** The key of the item that the keyboard is on. */
  current: string | null;
  printing: boolean;
  columns: Column[];
  items: Item[];
  /** The height at which each item begins, and the end. */
  tops: ArrayLike<number>;
  /** The heights of details that were seen. */
  heights: Map<string, number>;
  drawn: Map<string, HTMLTableRowElement>;
}
