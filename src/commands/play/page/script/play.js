const MOST_SHOWN = 300;
/** @type {(text: () => string, kind?: string) => void} */
const say = (text, kind = "") => {
  tell("message", text);
  find("message").className = kind;
};
const list = () => {
  const answer = playing().now.over ? { moves: [], more: false } : ask({ ask: "moves" });
  const moves = answer.moves ?? [];
  legal = { moves, by: new Map(), more: answer.more ?? true };
  for (const move of moves) {
    const space = move.indexOf(" ");
    const place = Number(move.slice(0, space)) - 1;
    const known = legal.by.get(place) ?? [];
    known.push(move.slice(space + 1));
    legal.by.set(place, known);
  }
  drawLegal();
};
const drawLegal = () => {
  if (!find("all").open || !played) return find("legal").replaceChildren();
  const mine = playing().turn === "you";
  const shown = mine ? legal.moves.slice(0, MOST_SHOWN) : [];
  const key = legal.more ? "legal-more" : legal.moves.length > shown.length ? "legal-first" : "legal";
  find("legal-count").textContent = mine ? word(key, { count: legal.moves.length, shown: shown.length }) : "";
  find("legal").replaceChildren(make("div", { class: "moves" }, ...shown.map((move) =>
    make("button", { type: "button", title: written(playing().now, move), click: () => choose({ move }, move) }, move.replace(" ", "=")))));
};
const drawLog = () => {
  find("log").replaceChildren(...(played?.moves ?? []).map((entry) =>
    make("li", {}, word(entry.by === "you" ? "you-moved" : "computer-moved", { move: written(entry.before, entry.move) }), make("span", { class: "why" }, explained(entry)))));
  const last = played?.moves[played.moves.length - 1];
  find("why").textContent = last ? explained(last) : "";
  find("log").lastElementChild?.scrollIntoView?.({ block: "nearest" });
  find("score").textContent = score.won + score.lost ? word("score", score) : "";
};
// What changed: components, or cells that were turned over.
/** @type {(made: Made) => number[]} */
const changed = ({ before, after, move }) => {
  if (before.kind === "board") {
    const [a, b] = [before, after].map((position) => position.places.flatMap((place) => place.numbers).map(Number));
    return [...without(a, b), ...without(b, a)];
  }
  const [a, b] = [before.places[0]?.numbers ?? [], after.places[0]?.numbers ?? []];
  if (before.kind === "whole") return upTo(b.length).filter((at) => a[at] !== b[at]);
  return upTo(Math.max(1, move.split(" ").length - 1)).map((more) => Number(move.split(" ")[0]) - 1 + more);
};
/** @type {(isWon: boolean) => string} */
const summary = (isWon) => {
  const mine = playing().moves.filter((entry) => entry.by === "you" && !entry.after.refusal && !entry.before.refusal);
  const errors = mine.filter((entry) => entry.before.wins && entry.after.wins).length;
  const good = mine.filter((entry) => !entry.after.wins).length;
  const count = playing().moves.filter((entry) => entry.by === "you").length;
  return word(isWon ? "won" : "lost", { count, good, errors });
};
// Begins the next turn, of `side`.
/** @type {(side: Side) => void} */
const turn = (side) => {
  picked = null;
  hide();
  const { now } = playing();
  if (now.over) {
    // Whoever is to move has none.
    const isWon = (side === "you") === now.misere;
    playing().turn = null;
    if (!playing().counted) score[isWon ? "won" : "lost"]++;
    playing().counted = true;
    say(() => summary(isWon), isWon ? "won" : "lost");
  } else {
    playing().turn = side;
    const last = playing().moves[playing().moves.length - 1];
    say(() => {
      if (side === "computer") return word("thinks");
      return last?.by === "computer" ? word("answered", { move: written(last.before, last.move) }) : word("your-move");
    });
  }
  list();
  drawBoard();
  drawLog();
  if (playing().turn === "computer") {
    const current = playing();
    const reply = () => {
      if (played !== current || playing().turn !== "computer") return;
      made("computer", ask({ ask: "reply", level: playing().level, seed: seed() }));
    };
    setTimeout(reply, matchMedia("(prefers-reduced-motion: reduce)").matches ? 50 : 450);
  }
};
/** @type {(by: Side, answer: any) => void} */
const made = (by, answer) => {
  if (answer.error) return say(() => ofEngine(answer.error), "lost");
  const entry = { by, move: answer.move, before: playing().now, after: answer };
  playing().moves.push(entry);
  playing().now = answer;
  playing().last = changed(entry);
  turn(by === "you" ? "computer" : "you");
};
/** @type {(move: string | null) => void} */
const play = (move) => {
  if (played?.turn === "you") made("you", ask({ ask: "make", move }));
};
const begin = () => {
  const position = find("position").value.replace(/;/g, " ").trim();
  const laid = { ask: /** @type {"lay"} */ ("lay"), game: notation(), graph: gameText(), position, misere: find("misere").value !== "" };
  const now = ask(laid);
  tell("refusal", () => ofEngine(now.error ?? ""));
  if (now.error) return restore();
  const { value } = find("first");
  const first = value === "random" ? (Math.random() < .5 ? "you" : "computer") : value === "me" ? "you" : "computer";
  played = { laid, first: now, now, moves: [], last: [], level: find("level").value, side: first };
  turn(first);
  remember();
};
const undo = () => {
  if (!played || playing().turn === "computer") return;
  const mine = playing().moves.map((entry) => entry.by).lastIndexOf("you");
  if (mine < 0) return say(() => word("no-undo"));
  const now = ask({ ask: "undo", count: playing().moves.length - mine });
  if (now.error) return say(() => ofEngine(now.error), "lost");
  playing().moves.length = mine;
  playing().now = now;
  playing().last = mine ? changed(playing().moves[mine - 1]) : [];
  turn("you");
};
