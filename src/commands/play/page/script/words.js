/** @type {<T>(some: T[], others: T[]) => T[]} */
const without = (some, others) => some.filter((one) => !others.includes(one));
/** @type {(position: Position, move: string) => string} */
const written = (position, move) => {
  const [number, ...to] = move.split(" ");
  const place = Number(number) - 1;
  const from = position.places[place];
  const name = nameOf(position, place).toLowerCase();
  /** @type {(text: string) => string[]} */
  const numbers = (text) => (text === "-" ? [] : text.split(","));
  const after = numbers(to[0]);
  if (position.kind === "board") {
    const before = from.numbers.filter((cell) => cell !== "0");
    const turned = [...without(before, after), ...without(after, before)].sort((a, b) => Number(a) - Number(b));
    return word("turns-over", { cells: turned.join(", ") });
  }
  if (position.game === "hackenbush") {
    return word("cuts-off", { name, edges: word("edges-of", { count: from.numbers.length - after.length }) });
  }
  if (position.game.startsWith("hop")) {
    return word("piece-goes", { name, from: without(from.numbers, after)[0], to: without(after, from.numbers)[0] });
  }
  if (position.kind === "whole") {
    if (after.length !== from.numbers.length) return `${from.numbers.join(" ")} → ${after.join(" ")}`;
    const changed = upTo(after.length).filter((at) => after[at] !== from.numbers[at]);
    return changed.map((at) => word("becomes", { name: nameOf(position, at).toLowerCase(), from: from.numbers[at], to: after[at] })).join(word("comma"));
  }
  /** @type {(text: string) => string} */
  const shown = (text) => (text.includes(",") && position.kind === "tuple" && !/^(fib|dis)/.test(position.game) ? `(${text})` : text);
  const left = to[0] === "-" || (to.join("") === "0" && position.kind === "heap") ? word("nothing") : to.map((text) => shown(text)).join(word("and"));
  return word("becomes", { name, from: shown(from.text), to: left });
};

// The values of a position, each for itself: of its parts, or of the numbers of its only part.
/** @type {(position: Position) => { at: number, number: string, value: string }[]} */
const parts = (position) => {
  const [only] = position.places;
  if (only?.values) return only.values.map((value, at) => ({ at, number: only.numbers[at], value }));
  return position.places.flatMap(({ text, value }, at) => (value === null ? [] : [{ at, number: text, value }]));
};
// The engine's reason, with the values as a sum, 3 ⊕ 5 = 6, where there are several.
/** @type {(position: Position) => string} */
const reasonOf = (position) => {
  const why = ofEngine(position.reason ?? "");
  const values = parts(position).map((part) => part.value);
  if (position.sum === null || position.sum === undefined || values.length < 2 || values.length > 12) return why;
  return word("sum", { why, values: values.join(" ⊕ "), sum: position.sum });
};

// What a move did to the position, from the engine's answers before and after it.
/** @type {(made: Made) => string} */
const explained = ({ by, before, after }) => {
  if (after.over) return word(after.misere ? "no-move-wins" : "no-move-loses");
  if (after.refusal) return word("not-known", { why: ofEngine(after.refusal) });
  const erred = by === "you" ? "you-erred" : "computer-erred";
  return word(!after.wins ? "good-move" : before.wins ? erred : "lost-anyway", { why: reasonOf(after) });
};
