const stored = Uint8Array.from(atob(find("engine").textContent ?? ""), (digit) => digit.charCodeAt(0));
/** @type {WebAssembly.Module} */
let compiled;
/** @type {Engine} */
let engine;
const start = () => {
  engine = /** @type {Engine} */ (new WebAssembly.Instance(compiled).exports);
};
/** @type {(question: object) => any} */
const passed = (question) => {
  for (const byte of new TextEncoder().encode(JSON.stringify(question))) engine.put(byte);
  const answer = new Uint8Array(engine.ask());
  for (let at = 0; at < answer.length; at++) answer[at] = engine.get(at);
  return JSON.parse(new TextDecoder().decode(answer));
};
// Gives the engine the game that is played once more.
const restore = () => {
  if (played === null) return;
  passed(played.laid);
  for (const { move } of played.moves) passed({ ask: "make", move });
};
// Asks the engine; an answer with `error` refuses.
/** @type {(question: { ask: string, [key: string]: unknown }) => any} */
const ask = (question) => {
  try {
    return passed(question);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    // It has stopped, as for want of memory. Another one goes on from the same position.
    start();
    if (question.ask !== "lay") restore();
    return { error: word("memory") };
  }
};
const seed = () => Math.floor(Math.random() * 2 ** 52);
