// Heaps that are one component: a choice in several of them is one move.
/** @type {(position: Position) => HTMLElement[]} */
const drawWhole = (position) => {
  const numbers = (position.places[0]?.numbers ?? []).map(Number);
  const isStairs = position.game === "staircase";
  /** @type {(list: number[]) => string} */
  const text = (list) => `1 ${list.length ? list.join(",") : "-"}`;
  if (position.game.startsWith("merge")) {
    /** @type {number[]} */
    const chosen = picked?.data.heaps ?? [];
    /** @param {number} at */
    const pick = (at) => {
      const heaps = chosen.includes(at) ? without(chosen, [at]) : [...chosen, at].slice(-2);
      const rest = numbers.filter((_, index) => !heaps.includes(index));
      const sum = heaps.reduce((sum, index) => sum + numbers[index], 0);
      choose(heaps.length ? { heaps } : null, heaps.length === 2 ? text([...rest, sum].sort((a, b) => a - b)) : null);
    };
    return [make("p", { class: "quiet" }, word("join-help")), make("div", { class: "piles" }, ...numbers.map((number, at) => item({
      class: chosen.includes(at) ? "pile picked" : "pile",
      "data-key": `pile${at}`, "aria-pressed": String(chosen.includes(at)), "aria-label": word("heap-has", { number: at + 1, count: number }),
      click: () => pick(at),
    }, String(number))))];
  }
  /** @type {Record<number, number>} */
  const left = picked?.data.left ?? {};
  /** @type {(chosen: Record<number, number>) => number[]} */
  const after = (chosen) => {
    const list = [...numbers];
    for (const [key, stays] of Object.entries(chosen)) {
      const at = Number(key);
      if (isStairs && at > 0) list[at - 1] += list[at] - stays;
      list[at] = stays;
    }
    return list;
  };
  /** @type {(at: number, stays: number) => void} */
  const pick = (at, stays) => {
    if (picked?.legal && left[at] === stays) return play(picked.move);
    const { [at]: old, ...others } = left;
    const chosen = isStairs ? { [at]: stays } : old === stays ? others : { ...others, [at]: stays };
    choose(Object.keys(chosen).length ? { left: chosen } : null, text(after(chosen)));
  };
  const rows = numbers.map((count, at) => {
    const name = nameOf(position, at);
    if (count > MOST_STONES || numbers.length > MOST_HEAPS) {
      return heap(at, count, name, ...(count > 0 ? field(at, name, count, (stays) => text(after({ [at]: stays }))) : []));
    }
    return heap(at, count, name, ...matches(at, name, count, {
      is: (match) => left[at] !== undefined && match >= left[at],
      can: () => true,
      pick: (match) => pick(at, match),
      gaps: null,
      does: (match) => word(isStairs && at > 0 ? "steps-down" : "takes", { taken: count - match, left: match }),
    }));
  });
  return isStairs ? rows.reverse() : rows;
};

// Cells that are turned over.
/** @type {(position: Position) => HTMLElement[]} */
const drawCells = (position) => {
  const on = new Set(position.places.flatMap((place) => place.numbers).filter((cell) => cell !== "0").map(Number));
  const isTiles = position.game.startsWith("array");
  const first = playing().first.places.flatMap((place) => place.numbers).map(Number);
  const count = isTiles ? Number(position.cells) : Math.max(...first, 1);
  if (count > MOST_CELLS) return [make("p", { class: "quiet" }, word("on", { cells: [...on].join(", ") }))];
  /** @type {number[]} */
  const turned = picked?.data.turned ?? [];
  /** @param {number} cell */
  const pick = (cell) => {
    const chosen = turned.includes(cell) ? without(turned, [cell]) : [...turned, cell].sort((a, b) => a - b);
    const after = upTo(count + 1).slice(1).filter((other) => on.has(other) !== chosen.includes(other));
    choose(chosen.length ? { turned: chosen } : null, `1 ${after.length ? after.join(",") : "-"}`);
  };
  const cells = upTo(count + 1).slice(1).map((cell) => item({
    class: ["coin", isTiles ? "tile" : "", on.has(cell) ? "on" : "", turned.includes(cell) ? "picked" : "", playing().last.includes(cell) ? "last" : ""].filter(Boolean).join(" "),
    "data-key": `cell${cell}`,
    "aria-pressed": String(turned.includes(cell)),
    "aria-label": word(isTiles ? (on.has(cell) ? "white-cell" : "black-cell") : on.has(cell) ? "head" : "tail", { cell }),
    click: () => pick(cell),
  }, String(cell)));
  return [make("p", { class: "quiet" }, word(isTiles ? "cells-help" : "coins-help")),
    make("div", { class: "cells" }, ...cells)];
};

// Pieces in rows, each of which goes to the first empty cell on its right.
/** @type {(position: Position) => HTMLElement[]} */
const drawHops = (position) => position.places.map(({ numbers }, place) => {
  const pieces = numbers.map(Number);
  const count = Number(position.game.split(":")[1]);
  if (!(count <= MOST_CELLS)) return heap(place, pieces.join(", "), nameOf(position, place));
  /** @type {(cell: number) => number} */
  const goal = (cell) => {
    let to = cell + 1;
    while (pieces.includes(to)) to++;
    return to;
  };
  const cells = upTo(count + 1).slice(1).map((cell) => {
    if (!pieces.includes(cell)) return make("span", { class: isPicked({ place, to: cell }) || picked?.data.place === place && goal(picked.data.cell) === cell ? "coin empty goal" : "coin empty" }, String(cell));
    const data = { place, cell };
    const after = [...without(pieces, [cell]), goal(cell)].sort((a, b) => a - b);
    return item({
      class: isPicked(data) ? "coin on piece picked" : "coin on piece",
      "data-key": `${place}/${cell}`,
      "aria-pressed": String(isPicked(data)),
      "aria-label": word("piece", { name: nameOf(position, place), cell, count }),
      click: () => choose(data, `${place + 1} ${after.join(",")}`),
    }, String(cell));
  });
  return make("div", { class: "cells", role: "group", "aria-label": nameOf(position, place) }, ...cells);
});
