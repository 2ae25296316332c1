// The game that is played: the question that laid it out, the first position and the present one, its moves, whose turn it is.
/** @type {Played | null} */
let played = null;
const playing = () => {
  if (played === null) throw new Error("no game is played");
  return played;
};
// Legal moves of the present position: all in order, by component, and whether there are more.
/** @type {{ moves: string[], by: Map<number, string[]>, more: boolean }} */
let legal = { moves: [], by: new Map(), more: false };
// The chosen move: what the view has selected, the move as it is written, whether it is legal, or why not.
/** @type {Picked | null} */
let picked = null;
// A game counts once, however often its end is undone.
const score = { won: 0, lost: 0 };
/** @type {Entry[]} */
let catalogue = [];

const entry = () => catalogue.find((entry) => entry.name === find("game").value) ?? catalogue[0];
const takesArgument = () => entry().argument || entry().name === "0.";

// Heaps in a row, of which a move takes neighbours; elsewhere it takes from the end.
/** @type {(game: string) => boolean} */
const isRow = (game) => /^(\d*\.|hex:|kayles|dawson|treblecross|officers)/.test(game);
/** @type {Record<Position["kind"], Word>} */
const NAMES = { heap: "heap-name", tuple: "heap-name", whole: "heap-name", board: "board-name", vertex: "token-name" };
/** @type {(game: string) => Word | null} */
const ownName = (game) => {
  if (game === "staircase") return "step-name";
  if (game === "hackenbush") return "tree-name";
  if (game === "nimble") return "coin-name";
  if (/^(wythoff|euclid|delete)/.test(game)) return "pair-name";
  return game.startsWith("hop") || isRow(game) ? "row-name" : null;
};
/** @type {(position: Position, place: number) => string} */
const nameOf = ({ game, kind }, place) => word(ownName(game) ?? NAMES[kind], { number: place + 1 });
