// The table of words has every text of the page, in each language.
const STORED = "nim-toolkit-language";
/** @type {() => string | null} */
const remembered = () => {
  try {
    return localStorage.getItem(STORED);
  } catch {
    // The browser may keep nothing for a file.
    return null;
  }
};
/** @type {Language} */
let language = (remembered() ?? document.documentElement.lang).startsWith("zh") ? "zh" : "en";

/** @type {(text: string, values: Values) => string} */
const filledIn = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
// The text of a word, with values for the names in braces. Of two forms, the first is for a `count` of one.
/** @type {(key: Word, values?: Values) => string} */
const word = (key, values = {}) => {
  const [one, many = one] = WORDS.words[key][language].split(" | ");
  return filledIn(values.count === 1 ? one : many, values);
};
// A text of the engine, which has it in each language; one of the page's own is in the right one.
/** @type {(text: EngineText | string) => string} */
const ofEngine = (text) => (typeof text === "string" ? text : text[language]);

// What elements say beside their static words; said again when the language changes.
/** @type {Map<keyof Parts, () => string>} */
const told = new Map();
/** @type {(id: keyof Parts, text: () => string) => void} */
const tell = (id, text) => {
  told.set(id, text);
  find(id).textContent = text();
};
// Text in which backquotes enclose what is typed.
/** @type {(text: string) => (Node | string)[]} */
const typed = (text) => text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));
/** @type {(attribute: string, put: (element: Element, text: string) => void) => void} */
const putWords = (attribute, put) => {
  for (const element of document.querySelectorAll(`[${attribute}]`)) {
    put(element, word(/** @type {Word} */ (element.getAttribute(attribute))));
  }
};
const putLanguage = () => {
  document.documentElement.lang = language;
  document.title = word("title");
  putWords("data-word", (element, text) => element.replaceChildren(...typed(text)));
  putWords("data-label", (element, text) => element.setAttribute("aria-label", text));
  putWords("data-title", (element, text) => element.setAttribute("title", text));
  find("language").lang = language === "en" ? "zh" : "en";
  for (const [id, text] of told) find(id).textContent = text();
};
