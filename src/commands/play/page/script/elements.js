/** @type {<K extends keyof Parts>(id: K) => Parts[K]} */
const find = (id) => /** @type {any} */ (document.getElementById(id));

// ---- Elements ----

/** @type {<E extends Element>(element: E, attributes: Attributes, children: Child[]) => E} */
const filled = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null).map((child) => (child instanceof Node ? child : String(child))));
  return element;
};
/** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]) => HTMLElementTagNameMap[K]} */
const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
/** @type {<K extends keyof SVGElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]) => SVGElementTagNameMap[K]} */
const draw = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
/** @type {(count: number) => number[]} */
const upTo = (count) => Array.from({ length: count }, (_, index) => index);
