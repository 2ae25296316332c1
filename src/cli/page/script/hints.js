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
  const one = (at) => (isPlace ? "Place" : nameOf(position, at));
  return make("table", {}, make("caption", { class: "unseen" }, "Values in binary"),
    make("thead", {}, make("tr", {}, make("td", {}), make("th", { scope: "col" }, "is"), make("th", { scope: "col" }, "value"),
      ...upTo(width).map((at) => make("th", { scope: "col" }, String(2n ** BigInt(width - 1 - at)))))),
    make("tbody", {}, ...rows.map(({ at, number, value }) => make("tr", {}, make("th", { scope: "row" }, one(at)), make("td", {}, number), make("td", {}, value), ...cells(bits(value, width))))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "Nim-sum"), make("td", {}), make("td", {}, position.sum), ...cells(sum))));
};
const hide = () => {
  find("hints").hidden = true;
  find("hint").setAttribute("aria-expanded", "false");
};
const hint = () => {
  if (!find("hints").hidden || played?.turn !== "you") return hide();
  const position = played.now;
  const children = [];
  if (position.refusal) {
    children.push(make("p", {}, `It is not known who wins: ${position.refusal}.`));
  } else {
    const who = position.wins ? "You can win" : "Every move loses against perfect play";
    children.push(make("p", {}, `${who}: ${position.reason}.`));
    const table = columns(position);
    if (table) children.push(table, make("p", { class: "quiet" }, position.sum === "0" ? "Every column has an even number of ones." : "Columns with an odd number of ones are marked; a move that wins makes all of them even" + (position.misere ? ", but for the end of misère play." : ".")));
    if (position.wins) {
      const answer = ask({ ask: "hint" });
      if (answer.error) children.push(make("p", {}, `The winning moves are not known: ${answer.error}.`));
      else {
        const most = 40;
        children.push(make("p", {}, answer.moves.length === 1 ? "This move wins:" : "These moves win:"),
          make("div", { class: "moves" }, ...answer.moves.slice(0, most).map((/** @type {string} */ move) =>
            make("button", { type: "button", "data-move": move, click: () => { choose({ move }, move); find("move").focus(); } }, told(position, move)))));
        if (answer.moves.length > most) children.push(make("p", { class: "quiet" }, "There are more."));
      }
    }
  }
  find("hints").replaceChildren(...children);
  find("hints").hidden = false;
  find("hint").setAttribute("aria-expanded", "true");
};
