/** @type {<T>(some: T[], others: T[]) => T[]} */
const without = (some, others) => some.filter((one) => !others.includes(one));
/** @type {(position: Position, move: string) => string} */
const told = (position, move) => {
  const [number, ...to] = move.split(" ");
  const place = Number(number) - 1;
  const from = position.places[place];
  const name = nameOf(position, place).toLowerCase();
  /** @type {(text: string) => string[]} */
  const numbers = (text) => (text === "0" || text === "-" ? [] : text.split(","));
  const after = numbers(to[0]);
  if (position.kind === "board") {
    const before = from.numbers.filter((cell) => cell !== "0");
    const turned = [...without(before, after), ...without(after, before)].sort((a, b) => Number(a) - Number(b));
    return "turns over " + turned.join(", ");
  }
  if (position.game === "hackenbush") {
    return `${name}: cuts off ${counted(from.numbers.length - after.length, "edge")}`;
  }
  if (position.game.startsWith("hop")) {
    return `${name}: the piece on ${without(from.numbers, after)[0]} goes to ${without(after, from.numbers)[0]}`;
  }
  if (position.kind === "whole") {
    if (after.length !== from.numbers.length) return `${from.numbers.join(" ")} → ${after.join(" ")}`;
    const changed = upTo(after.length).filter((at) => after[at] !== from.numbers[at]);
    return changed.map((at) => `${nameOf(position, at).toLowerCase()}: ${from.numbers[at]} → ${after[at]}`).join(", ");
  }
  /** @type {(text: string) => string} */
  const shown = (text) => (text.includes(",") && position.kind === "tuple" && !/^(fib|dis)/.test(position.game) ? `(${text})` : text);
  const left = to.join("") === "0" && position.kind === "heap" ? "nothing" : to.map((text) => shown(text)).join(" and ");
  return `${name}: ${shown(from.text)} → ${left}`;
};

// The values of a position as a sum: "3 ⊕ 5 = 6"; empty where it has one part only, or an unknown one.
/** @type {(position: Position) => { at: number, number: string, value: string }[]} */
const parts = (position) => {
  const [only] = position.places;
  if (only?.values) return only.values.map((value, at) => ({ at, number: only.numbers[at], value }));
  return position.places.flatMap(({ text, value }, at) => (value === null ? [] : [{ at, number: text, value }]));
};
/** @type {(position: Position) => string} */
const equation = (position) => {
  const values = parts(position).map((part) => part.value);
  if (position.sum === null || position.sum === undefined || values.length < 2 || values.length > 12) return "";
  return ` (${values.join(" ⊕ ")} = ${position.sum})`;
};

// What a move did to the position, from the engine's answers before and after it.
/** @type {(made: Made) => string} */
const explained = ({ by, before, after }) => {
  const mover = by === "you" ? "You" : "The computer";
  if (after.over) return `There is no move: whoever cannot move ${after.misere ? "wins" : "loses"}.`;
  if (after.refusal) return `It is not known who wins: ${after.refusal}.`;
  const now = `Now ${after.reason}${equation(after)}`;
  if (!after.wins) return `A winning move. ${now}: whoever is to move loses.`;
  if (before.wins) return `${mover} gave a won game away. ${now}: whoever is to move wins.`;
  return `Every move lost. ${now}: whoever is to move wins.`;
};
