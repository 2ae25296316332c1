const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
/** @type {"dark" | "light" | null} */
let theme = null;
const nameTheme = () => {
  const dark = theme ? theme === "dark" : system.matches;
  find("theme").textContent = dark ? "Light" : "Dark";
  return dark;
};
const flipTheme = () => {
  theme = nameTheme() ? "light" : "dark";
  root.style.colorScheme = theme;
  nameTheme();
};
