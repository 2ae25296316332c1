// What the scripts of the page pass to each other; for the type checker alone.

/** The elements that the scripts look for, by their ids. */
interface Parts {
  all: HTMLDetailsElement;
  board: HTMLElement;
  choice: HTMLElement;
  engine: HTMLElement;
  explain: HTMLInputElement;
  first: HTMLSelectElement;
  form: HTMLFormElement;
  game: HTMLSelectElement;
  graph: HTMLTextAreaElement;
  "graph-row": HTMLElement;
  own: HTMLTextAreaElement;
  "own-row": HTMLElement;
  heap: HTMLElement;
  help: HTMLDialogElement;
  hint: HTMLButtonElement;
  hints: HTMLElement;
  link: HTMLAnchorElement;
  keys: HTMLButtonElement;
  language: HTMLButtonElement;
  legal: HTMLElement;
  "legal-count": HTMLElement;
  level: HTMLSelectElement;
  log: HTMLElement;
  main: HTMLElement;
  message: HTMLElement;
  misere: HTMLSelectElement;
  move: HTMLButtonElement;
  notation: HTMLInputElement;
  "notation-row": HTMLElement;
  position: HTMLInputElement;
  random: HTMLButtonElement;
  refusal: HTMLElement;
  rule: HTMLElement;
  score: HTMLElement;
  take: HTMLButtonElement;
  theme: HTMLButtonElement;
  typed: HTMLInputElement;
  why: HTMLElement;
  undo: HTMLButtonElement;
}

/** What an element is made of: its attributes, where a function listens to the event of that name, and its children. */
type Attributes = Record<string, string | number | boolean | null | ((event: Event) => unknown)>;
type Child = Node | string | number | null;

type Table = typeof import("../words.json");
type Language = "en" | "zh";
/** A key of the table of words. */
type Word = keyof Table["words"];
/** What stands for the names in braces of a text. */
type Values = Record<string, string | number>;

/** The table of words, which the program puts before the scripts; with the engine's texts in English and Chinese. */
declare const WORDS: {
  words: Record<Word, Record<Language, string>>;
  games: Record<string, { name: string; rule: string; heap: string } | undefined>;
  levels: Record<string, string | undefined>;
};

interface Level {
  name: string;
  says: string;
}

/** The functions of the WebAssembly module. */
interface Engine extends WebAssembly.Exports {
  put(byte: number): void;
  ask(): number;
  get(at: number): number;
}

/** What the engine says, by language. */
type EngineText = Record<Language, string>;

/** A game of the catalogue. */
interface Entry {
  name: string;
  notation: string;
  rule: string;
  heap: string;
  example: string;
  position: string;
  argument: boolean;
  graph: boolean;
  rules: boolean;
}

/** A component; numbers are strings, as scripts round large ones. */
interface Place {
  text: string;
  numbers: string[];
  value: string | null;
  values: string[] | null;
}

/** What the engine says of a position. */
interface Position {
  game: string;
  kind: "heap" | "tuple" | "whole" | "board" | "vertex";
  cells: string | null;
  misere: boolean;
  over: boolean;
  places: Place[];
  wins?: boolean;
  reason?: EngineText;
  sum?: string | null;
  refusal?: EngineText;
}

type Side = "you" | "computer";

/** A move that was made. */
interface Made {
  by: Side;
  move: string;
  before: Position;
  after: Position;
}

/** A game that is played. */
interface Played {
  laid: { ask: "lay"; game: string; graph: string; position: string; misere: boolean };
  first: Position;
  now: Position;
  moves: Made[];
  /** What the last move has changed: components, or cells. */
  last: number[];
  level: string;
  side: Side;
  turn?: Side | null;
  counted?: boolean;
  /** The token of a graph that is to move. */
  token?: number;
}

/** A choice on the board: what the view has selected, and the move that it means. */
interface Picked {
  // biome-ignore lint/suspicious/noExplicitAny: each view has data of its own, which only it reads.
  data: any;
  move: string | null;
  legal: boolean;
  why?: string;
  /** Whether it was typed, and not chosen on the board. */
  typed?: boolean;
}

/** How the matches of a heap are drawn, and what a choice of one means. */
interface Matches {
  is(at: number): boolean;
  can(at: number): boolean;
  pick(at: number): void;
  gaps: ((at: number) => string) | null;
  does(at: number): string;
  /** Whether a gap stands after five of them; not where neighbours mean something. */
  inFives?: boolean;
}

type Point = [number, number];
