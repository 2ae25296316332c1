// The place on the screen that had the focus before the computer moved.
/** @type {DOMRect | null | undefined} */
let away = null;
/** @type {() => HTMLElement[]} */
const items = () => [...find("board").querySelectorAll(/** @type {"button"} */ ("[data-key]"))];
const drawBoard = () => {
  const board = find("board");
  const focused = /** @type {HTMLElement | null} */ (board.contains(document.activeElement) ? document.activeElement : null);
  const key = focused?.dataset.key;
  const place = focused?.getBoundingClientRect();
  board.replaceChildren(...(played ? view(played.now) : []));
  board.inert = played?.turn !== "you";
  const all = items();
  const next = all.find((one) => one.dataset.key === key) ?? (place && nearest(all, place, () => true)) ?? null;
  const first = next ?? all[0];
  if (first) first.setAttribute("tabindex", "0");
  if (focused && !board.inert) next?.focus();
  // While the computer moves, nothing of the board has the focus, which goes back there.
  if (focused) away = place;
  else if (away && !board.inert) {
    const back = nearest(all, away, () => true);
    if (document.activeElement === document.body && back) focusOn(back);
    away = null;
  }
  drawChoice();
  if (played) link();
};
/** @type {(box: DOMRect) => Point} */
const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
/** @type {<E extends Element>(all: E[], from: DOMRect, is: (dx: number, dy: number) => boolean) => E | undefined} */
const nearest = (all, from, is) => {
  const [x, y] = middle(from);
  let best = null;
  for (const one of all) {
    const [left, top] = middle(one.getBoundingClientRect());
    const [dx, dy] = [left - x, top - y];
    if (!is(dx, dy)) continue;
    const away = Math.hypot(dx, dy);
    if (best === null || away < best.away) best = { one, away };
  }
  return best?.one;
};
/** @type {Record<string, (dx: number, dy: number) => boolean>} */
const DIRECTIONS = {
  ArrowRight: (dx, dy) => dx > 1 && Math.abs(dy) <= Math.abs(dx),
  ArrowLeft: (dx, dy) => dx < -1 && Math.abs(dy) <= Math.abs(dx),
  ArrowDown: (dx, dy) => dy > 1 && Math.abs(dx) <= 4 * Math.abs(dy),
  ArrowUp: (dx, dy) => dy < -1 && Math.abs(dx) <= 4 * Math.abs(dy),
};
/** @type {(one: HTMLElement) => void} */
const focusOn = (one) => {
  for (const other of items()) other.setAttribute("tabindex", "-1");
  one.setAttribute("tabindex", "0");
  one.focus();
};
find("board").addEventListener("keydown", (event) => {
  const current = /** @type {HTMLElement} */ (event.target).closest("[data-key]");
  if (!current || event.ctrlKey || event.altKey || event.metaKey) return;
  const is = DIRECTIONS[event.key];
  if (is) {
    const next = nearest(items().filter((one) => one !== current), current.getBoundingClientRect(), is);
    if (next) focusOn(next);
    event.preventDefault();
  } else if (event.key === "Enter" && picked?.legal && current.getAttribute("aria-pressed") === "true") {
    play(picked.move);
    event.preventDefault();
  } else if ((event.key === "Enter" || event.key === " ") && current.tagName !== "BUTTON") {
    // SVG elements are no buttons by themselves.
    current.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    event.preventDefault();
  }
});
