// A pair as a square of a board, which goes left, up, or both.
/** @type {(position: Position) => HTMLElement[]} */
const drawGrid = (position) => position.places.map(({ numbers }, place) => {
  const [a, b] = numbers.map(Number);
  const [wide, high] = playing().first.places[place].numbers.map(Number);
  if (Math.max(wide, high) > MOST_GRID) return heap(place, `${a}, ${b}`, nameOf(position, place));
  const goals = new Set(results(place));
  /** @type {(text: string | number) => HTMLElement} */
  const axis = (text) => make("span", { class: "axis", "aria-hidden": "true" }, text);
  const cells = [axis(""), ...upTo(wide + 1).map((x) => axis(x))];
  for (const y of upTo(high + 1)) {
    cells.push(axis(y));
    for (const x of upTo(wide + 1)) {
      const data = { place, to: [x, y] };
      if (x === a && y === b) cells.push(make("span", { class: "token" }, make("span", { "aria-hidden": "true" }, "♛"), make("span", { class: "unseen" }, word("pair-is", { a, b }))));
      else if (goals.has(`${x},${y}`)) {
        cells.push(item({
          class: isPicked(data) ? "cell picked" : "cell",
          "data-key": `${place}/${x},${y}`,
          "aria-label": word("pair-to", { name: nameOf(position, place), x, y }),
          "aria-pressed": String(isPicked(data)),
          click: () => choose(data, `${place + 1} ${x},${y}`),
        }));
      } else cells.push(make("span"));
    }
  }
  const size = `min(2.2rem, calc((100vw - 5.5rem) / ${wide + 2}))`;
  return make("div", { class: "place" },
    make("p", { class: "quiet" }, word("pair-place", { name: nameOf(position, place), a, b })),
    make("div", { class: "grid", style: `grid-template-columns: repeat(${wide + 2}, ${size})` }, ...cells));
});

// Two numbers as a rectangle, of which squares are cut off.
/** @type {(position: Position) => HTMLElement[]} */
const drawRectangles = (position) => position.places.map(({ numbers }, place) => {
  const [a, b] = numbers.map(Number);
  const [small, large] = [Math.min(a, b), Math.max(a, b)];
  const name = nameOf(position, place);
  const squares = small > 0 ? Math.floor(large / small) : 0;
  if (squares === 0 || squares > 16) return heap(place, `${a}, ${b}`, name);
  /** @type {(times: number) => string} */
  const result = (times) => [a, b].map((number, at) => (at === (a >= b ? 0 : 1) ? large - times * small : number)).join(",");
  const cut = upTo(squares).map((at) => item({
    class: picked?.data.place === place && at < picked.data.times ? "square picked" : "square",
    style: `flex: ${small} 1 0`,
    "data-key": `${place}/${at}`,
    "aria-label": word("squares-take", { name, times: at + 1, small, left: result(at + 1) }),
    "aria-pressed": String(picked?.data.place === place && at < picked.data.times),
    click: () => choose({ place, times: at + 1 }, `${place + 1} ${result(at + 1)}`),
  }, String(at + 1)));
  const rest = make("span", { style: `flex: ${large % small} 1 0` });
  return make("div", {}, make("p", { class: "quiet" }, word("squares-of", { name, a, b, small })),
    make("div", { class: "euclid", style: `aspect-ratio: ${Math.min(large / small, 12)}` }, ...cut, rest));
});

// Two heaps, one of which is split while the other goes.
/** @type {(position: Position) => HTMLElement[]} */
const drawSplits = (position) => position.places.map(({ numbers }, place) => {
  const name = nameOf(position, place);
  const rows = numbers.map(Number).map((count, at) => {
    if (count > MOST_STONES) return heap(place, count, name);
    const row = upTo(count).flatMap((stone) => [
      stone === 0 ? null : item({
        class: "gap" + (isPicked({ place, at, gap: stone }) ? " picked" : ""),
        "data-key": `${place}/${at}/${stone}`,
        "aria-label": word("split-heap", { name, heap: at + 1, left: stone, right: count - stone }),
        click: () => choose({ place, at, gap: stone }, `${place + 1} ${stone},${count - stone}`),
      }),
      make("span", { class: "match", "aria-hidden": "true" }),
    ]);
    return heap(place, count, word("heap-of-pair", { name, heap: at + 1 }), ...row);
  });
  return make("div", {}, make("p", { class: "quiet" }, word("split-help")), ...rows);
});
