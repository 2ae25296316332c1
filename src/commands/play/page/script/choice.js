/** @type {(a: unknown, b: unknown) => boolean} */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
// Chooses what a view has selected, and the move that it means, or none; the same choice again makes the move.
/** @type {(data: object | null, move: string | null) => void} */
const choose = (data, move) => {
  if (picked?.legal && same(picked.data, data)) return play(picked.move);
  picked = null;
  if (data !== null) {
    const answer = move === null ? { error: "" } : ask({ ask: "check", move });
    picked = { data, move: answer.move ?? null, legal: "move" in answer, why: answer.error };
  }
  drawBoard();
};
const drawChoice = () => {
  const mine = played?.turn === "you";
  find("move").disabled = !(mine && picked?.legal);
  tell("choice", () => {
    if (!mine) return "";
    if (picked === null) return word("choose-move");
    if (picked.legal) return written(playing().now, picked.move ?? "");
    if (picked.typed) return ofEngine(picked.why ?? "");
    return word(picked.why ? "not-legal" : "choose-more");
  });
};
/** @type {(data: object) => boolean} */
const isPicked = (data) => picked !== null && same(picked.data, data);
