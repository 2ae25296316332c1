const focusCurrent = () => {
  const i = state.items.findIndex((item) => item.key === state.current);
  if (i < 0) return;
  const [top, bottom] = [state.tops[i], state.tops[i + 1]];
  const room = scroller.clientHeight - ROW;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (bottom > scroller.scrollTop + room) scroller.scrollTop = bottom - room;
  render();
  const button = state.drawn.get(state.items[i].key)?.querySelector(/** @type {"button"} */ (".toggle"));
  button?.focus({ preventScroll: true });
  scroller.scrollIntoView({ block: "nearest" });
};
/** @type {(by: number, wanted: (item: Item) => unknown) => void} */
const step = (by, wanted) => {
  const { items } = state;
  let i = items.findIndex((item) => item.key === state.current);
  if (i < 0) i = by > 0 ? -1 : items.length;
  for (i += by; i >= 0 && i < items.length; i += by) {
    if (!items[i].detail && wanted(items[i])) {
      state.current = items[i].key;
      focusCurrent();
      return;
    }
  }
};
// Shows a test in the table, opened.
/** @type {(test: Test) => void} */
const reveal = (test) => {
  if (!fits(test)) clear();
  state.folded.delete(test.group);
  state.open.add(test.index);
  state.current = "t" + test.index;
  choose();
  focusCurrent();
  const i = state.items.findIndex((item) => item.key === state.current);
  if (i >= 0) scroller.scrollTop = state.tops[i];
  render();
  scroller.scrollIntoView({ block: "nearest" });
};
const clear = () => {
  Object.assign(state, { text: "", failures: false });
  state.verdicts.clear();
  find("filter").value = "";
  find("failures").checked = false;
  for (const chip of chips) chip.setAttribute("aria-pressed", "false");
};

const help = find("help");
const flipFailures = () => {
  state.failures = find("failures").checked = !state.failures;
  choose();
};
/** @type {Record<string, () => unknown>} */
const actions = {
  j: () => step(1, () => true), ArrowDown: () => step(1, () => true),
  k: () => step(-1, () => true), ArrowUp: () => step(-1, () => true),
  n: () => step(1, (item) => item.test?.fails), p: () => step(-1, (item) => item.test?.fails),
  "/": () => find("filter").focus(), f: flipFailures, t: () => flipTheme(), "?": () => help.showModal(),
  Escape: () => {
    clear();
    choose();
  },
  Enter: () => {
    const item = state.items.find((item) => item.key === state.current);
    if (item) flip(item);
  },
};
document.addEventListener("keydown", (event) => {
  const { key } = event;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (target.matches("input[type=search], select") && key !== "Escape") {
    if (key === "ArrowDown" && target.id === "filter") step(1, () => true);
    return;
  }
  if (key === "Enter" && target.closest("button, input, a")) return;
  if (key.startsWith("Arrow") && target.closest("pre")) return;
  if (!actions[key]) return;
  event.preventDefault();
  actions[key]();
  if (key === "Escape" && target.id === "filter") target.blur();
});
