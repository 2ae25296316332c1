/** @type {(value: string, width: number) => string} */
const bits = (value, width) => BigInt(value).toString(2).padStart(width, "0");
// The values in binary, a row for each, and the columns with an odd number of ones marked.
/** @type {(position: Position) => HTMLElement | null} */
const columns = (position) => {
  const rows = parts(position);
  if (rows.length < 2 || rows.length > 40 || position.sum === null || position.sum === undefined) return null;
  const width = Math.max(...rows.map(({ value }) => BigInt(value).toString(2).length), 1);
  const sum = bits(position.sum, width);
  /** @type {(text: string) => HTMLElement[]} */
  const cells = (text) => [...text].map((bit, at) => make("td", { class: sum[at] === "1" ? "odd" : "" }, bit));
  const isPlace = position.kind === "board" && position.places[0]?.values;
  /** @param {number} at */
  const one = (at) => (isPlace ? word("place") : nameOf(position, at));
  return make("table", {}, make("caption", { class: "unseen" }, word("binary")),
    make("thead", {}, make("tr", {}, make("td", {}), make("th", { scope: "col" }, word("is")), make("th", { scope: "col" }, word("value")),
      ...upTo(width).map((at) => make("th", { scope: "col" }, String(2n ** BigInt(width - 1 - at)))))),
    make("tbody", {}, ...rows.map(({ at, number, value }) => make("tr", {}, make("th", { scope: "row" }, one(at)), make("td", {}, number), make("td", {}, value), ...cells(bits(value, width))))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, word("nim-sum")), make("td", {}), make("td", {}, position.sum), ...cells(sum))));
};
const hide = () => {
  find("hints").hidden = true;
  find("hint").setAttribute("aria-expanded", "false");
};
/** @type {(text: string) => HTMLElement} */
const paragraph = (text) => make("p", {}, text);
// Most winning moves that are listed.
const MOST_HINTS = 40;
/** @type {(position: Position) => Child[]} */
const winningMoves = (position) => {
  const answer = ask({ ask: "hint" });
  if (answer.error) return [paragraph(word("moves-not-known", { why: ofEngine(answer.error) }))];
  /** @type {string[]} */
  const moves = answer.moves;
  return [paragraph(word("these-win", { count: moves.length })),
    make("div", { class: "moves" }, ...moves.slice(0, MOST_HINTS).map((move) =>
      make("button", { type: "button", "data-move": move, click: () => { choose({ move }, move); find("move").focus(); } }, written(position, move)))),
    moves.length > MOST_HINTS ? make("p", { class: "quiet" }, word("there-are-more")) : null];
};
/** @type {(position: Position) => Child[]} */
const hints = (position) => {
  if (position.refusal) return [paragraph(word("not-known", { why: ofEngine(position.refusal) }))];
  const table = columns(position);
  const note = position.sum === "0" ? "all-even" : position.misere ? "odd-columns-misere" : "odd-columns";
  return [paragraph(word(position.wins ? "can-win" : "cannot-win", { why: ofEngine(position.reason ?? "") })),
    table, table && make("p", { class: "quiet" }, word(note)), ...(position.wins ? winningMoves(position) : [])];
};
const drawHints = () => find("hints").replaceChildren(...hints(playing().now).filter((child) => child !== null).map((child) => /** @type {Node} */ (child)));
const hint = () => {
  if (!find("hints").hidden || played?.turn !== "you") return hide();
  drawHints();
  find("hints").hidden = false;
  find("hint").setAttribute("aria-expanded", "true");
};
