const isDark = () => getComputedStyle(document.body).colorScheme === "dark"
  || document.documentElement.style.colorScheme === "" && matchMedia("(prefers-color-scheme: dark)").matches;
const nameTheme = () => (find("theme").textContent = word(isDark() ? "light" : "dark"));
find("theme").addEventListener("click", () => {
  document.documentElement.style.colorScheme = isDark() ? "light" : "dark";
  nameTheme();
});
find("keys").addEventListener("click", () => find("help").showModal());
/** @type {Record<string, () => unknown>} */
const KEY = {
  m: () => find("move").click(),
  "?": hint,
  e: () => find("explain").click(),
  u: undo,
  n: begin,
  r: () => find("random").click(),
  t: () => find("theme").click(),
  k: () => find("keys").click(),
  Escape: () => played && choose(null, null),
};
document.addEventListener("keydown", (event) => {
  const isTyping = /** @type {Element} */ (event.target).closest?.("input:not([type=checkbox]), textarea, select, dialog");
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEY)) return;
  KEY[event.key]();
  event.preventDefault();
});
