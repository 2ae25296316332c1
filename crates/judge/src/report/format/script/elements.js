/** @type {<E extends Element>(element: E, attributes: Attributes, children: Child[]) => E} */
const filled = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
};
/** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]) => HTMLElementTagNameMap[K]} */
const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
/** @type {<K extends keyof SVGElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]) => SVGElementTagNameMap[K]} */
const draw = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
// Adds a value to the list of a key.
/** @type {<K, V>(map: Map<K, V[]>, key: K, value: V) => void} */
const addTo = (map, key, value) => {
  const list = map.get(key) ?? [];
  list.push(value);
  map.set(key, list);
};
/** @type {(verdict: string | null | undefined) => HTMLElement} */
const badge = (verdict) => make("span", { class: "verdict " + (verdict ?? "none"), title: words(verdict) }, verdict ?? "–");
