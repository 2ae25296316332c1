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
const label = { heap: "Heap", tuple: "Heap", whole: "Heap", board: "Board", vertex: "Token" };
/** @type {(position: Position, place: number) => string} */
const nameOf = (position, place) => {
  const game = position.game;
  if (game === "staircase") return "Step " + (place + 1);
  if (game === "hackenbush") return "Tree " + (place + 1);
  if (game === "nimble") return "Coin " + (place + 1);
  if (game.startsWith("hop")) return "Row " + (place + 1);
  if (/^(wythoff|euclid|delete)/.test(game)) return "Pair " + (place + 1);
  return (isRow(game) ? "Row" : label[position.kind]) + " " + (place + 1);
};
