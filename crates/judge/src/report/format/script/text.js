/** @type {<K extends keyof Parts>(id: K) => Parts[K]} */
const find = (id) => /** @type {any} */ (document.getElementById(id));
/** @type {Report} */
const report = JSON.parse(find("report").textContent ?? "");

// ---- Text ----

// As the other reports: control characters, noncharacters and characters that change the direction of text.
const HARMFUL = /[\p{Cc}\p{Noncharacter_Code_Point}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
/** @type {Record<string, string>} */
const SHORT = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };
/** @type {(character: string) => string} */
const escaped = (character) => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length < 3 ? "\\x" + code.padStart(2, "0") : "\\u{" + code + "}";
};
/** @type {(text: string) => string} */
const lines = (text) => text.replace(HARMFUL, (c) => (c === "\n" || c === "\t" ? c : escaped(c)));
/** @type {(text: string) => string} */
const line = (text) => text.replace(HARMFUL, (c) => SHORT[c] ?? escaped(c));

/** @type {(value: number) => string} */
const digits = (value) => String(Number(value.toPrecision(value < 1000 ? 3 : 4)));
/** @type {(ms: number) => string} */
const milliseconds = (ms) => (ms < 1000 ? digits(ms < 10 ? Math.round(ms * 10) / 10 : ms) + " ms" : digits(ms / 1000) + " s");
/** @type {(kib: number) => string} */
const kibibytes = (kib) => {
  const unit = kib < 1024 ? 0 : kib < 1024 ** 2 ? 1 : 2;
  return digits(kib / 1024 ** unit) + [" KiB", " MiB", " GiB"][unit];
};
/** @type {(number: number, one: string) => string} */
const counted = (number, one) => number.toLocaleString("en") + " " + (number === 1 ? one : one + "s");
