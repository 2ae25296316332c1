// Most stones that are drawn one by one.
const MOST_STONES = 60;
const MOST_HEAPS = 24;
const MOST_GRID = 24;
const MOST_CELLS = 120;

/** @type {(attributes: Attributes, ...children: Child[]) => HTMLButtonElement} */
const item = (attributes, ...children) => make("button", { type: "button", tabindex: "-1", ...attributes }, ...children);
/** @type {(place: number, number: string | number, name: string, ...children: Child[]) => HTMLElement} */
const heap = (place, number, name, ...children) => noted(place, number, name, "", ...children);
/** @type {(place: number, number: string | number, name: string, note: string, ...children: Child[]) => HTMLElement} */
const noted = (place, number, name, note, ...children) =>
  make("div", { class: playing().last.includes(place) ? "heap last" : "heap" },
    make("div", { class: "name" }, name, make("b", {}, number), note ? make("small", {}, note) : null), make("div", { class: "row" }, ...children));
// A field for what is left of a heap that is too large to be drawn.
/** @type {(place: number, name: string, count: number, move: (left: number) => string) => HTMLElement[]} */
const field = (place, name, count, move) => {
  const input = make("input", { type: "number", min: "0", max: String(count - 1), "aria-label": word("leave-of", { name }) });
  return [input, make("button", { type: "button", click: () => choose({ place, left: input.value }, move(Number(input.value))) }, word("leave"))];
};
/** @type {(place: number) => string[]} */
const results = (place) => legal.by.get(place) ?? [];
/** @type {(result: string) => number} */
const sumOf = (result) => result.split(" ").reduce((sum, part) => sum + Number(part), 0);
// Whether a heap may be split without taking from it.
/** @type {(place: number, count: number) => boolean} */
const splits = (place, count) => results(place).some((result) => result.includes(" ") && sumOf(result) === count);
// Matches of a heap. `pick(i)` returns the data and the move that a choice of match i means; `cut(i)` the same for the gap before it.
/** @type {(place: number, name: string, count: number, drawn: Matches) => HTMLElement[]} */
const matches = (place, name, count, { is, can, pick, gaps, does, inFives }) => {
  const row = [];
  for (const at of upTo(count)) {
    if (gaps && at > 0) {
      row.push(item({
        class: "gap" + (isPicked({ place, gap: at }) ? " picked" : ""),
        "data-key": `${place}/gap${at}`,
        "aria-label": word("split", { name, left: at, right: count - at }),
        click: () => choose({ place, gap: at }, gaps(at)),
      }));
    }
    const classes = ["match", is(at) ? "picked" : "", can(at) ? "" : "no", inFives && at % 5 === 0 && at > 0 && !gaps ? "five" : ""];
    row.push(item({
      class: classes.filter(Boolean).join(" "),
      "data-key": `${place}/${at}`,
      "aria-label": word("match", { name, number: at + 1, count, does: does(at) }),
      "aria-pressed": String(is(at)),
      click: () => pick(at),
    }));
  }
  return row;
};

// Heaps of which a move takes from the end, and may split; the numbers after the first say what was taken before.
/** @type {(position: Position) => HTMLElement[]} */
const drawHeaps = (position) => position.places.map(({ numbers, text }, place) => {
  const name = nameOf(position, place);
  const count = Number(numbers[0] ?? 0);
  const left = new Map(results(place).filter((result) => !result.includes(" ")).map((result) => [Number(result.split(",")[0]), result]));
  const hasGaps = splits(place, count);
  /** @param {number} at */
  const move = (at) => `${place + 1} ${left.get(at) ?? at}`;
  const note = position.game === "fibonacci" && numbers[1] ? word("at-most", { most: Math.min(Number(numbers[1]), count) })
    : position.game === "distinct" && numbers.length > 1 ? word("not-again", { numbers: numbers.slice(1).join(", ") }) : "";
  if (count > MOST_STONES || position.places.length > MOST_HEAPS) {
    return heap(place, text, name, ...(count > 0 ? field(place, name, count, move) : []));
  }
  return noted(place, count, name, note, ...matches(place, name, count, {
    is: (at) => picked?.data.place === place && at >= picked?.data.left,
    can: (at) => left.has(at) || hasGaps || legal.more,
    pick: (at) => choose({ place, left: at }, move(at)),
    gaps: hasGaps ? (at) => `${place + 1} ${at} ${count - at}` : null,
    does: (at) => word("takes", { taken: count - at, left: at }),
    inFives: true,
  }));
});

// Rows of which a move takes neighbours: two ends are chosen.
/** @type {(position: Position) => HTMLElement[]} */
const drawRows = (position) => position.places.map(({ numbers }, place) => {
  const name = nameOf(position, place);
  const count = Number(numbers[0] ?? 0);
  if (count > MOST_STONES || position.places.length > MOST_HEAPS) return heap(place, count, name);
  /** @type {(from: number, to: number) => string} */
  const range = (from, to) => {
    const rest = [from, count - 1 - to].filter((part) => part > 0);
    return `${place + 1} ${rest.length ? rest.join(" ") : 0}`;
  };
  const sums = results(place).map(sumOf);
  const most = legal.more ? count : count - Math.min(count, ...sums);
  /** @param {number} at */
  const pick = (at) => {
    const { from, to, place: old } = picked?.data ?? {};
    // A second end, as far from the first as a move may reach; another choice begins anew.
    const [start, end] = [Math.min(from, at), Math.max(to, at)];
    const isEnd = old === place && from !== undefined && (at < from || at > to) && end - start < most;
    const [first, last] = isEnd ? [start, end] : [at, at];
    if (old === place && at >= from && at <= to && picked?.legal) return play(picked.move);
    choose({ place, from: first, to: last }, range(first, last));
  };
  const hasGaps = splits(place, count);
  return heap(place, count, name, ...matches(place, name, count, {
    is: (at) => picked?.data.place === place && at >= picked?.data.from && at <= picked?.data.to,
    can: () => results(place).length > 0 || legal.more,
    pick,
    gaps: hasGaps ? (at) => `${place + 1} ${at} ${count - at}` : null,
    does: () => word("end-of-taken"),
  }));
});
