const notation = () => (takesArgument() || entry().graph ? find("notation").value.trim() : entry().name);
// The text of the chosen game: a graph, or rules.
const gameText = () => find(entry().rules ? "own" : "graph").value;
const deal = () => {
  const answer = ask({ ask: "random", game: notation(), graph: gameText(), seed: seed() });
  tell("refusal", () => ofEngine(answer.error ?? ""));
  if (answer.position) find("position").value = answer.position;
  return !answer.error;
};
// The texts of the chosen game.
const describe = () => {
  const chosen = entry();
  const { rule, heap } = language === "en" ? chosen : WORDS.games[chosen.name] ?? chosen;
  find("rule").replaceChildren(...typed(word("rule", { rule: rule.charAt(0).toUpperCase() + rule.slice(1) })));
  find("heap").replaceChildren(...typed(word("components", { heap })));
};
/** @type {(name: string) => void} */
const select = (name) => {
  find("game").value = name;
  const chosen = entry();
  find("notation-row").hidden = !takesArgument();
  find("notation").value = chosen.graph ? "graph:graph" : chosen.example;
  find("graph-row").hidden = !chosen.graph;
  find("own-row").hidden = !chosen.rules;
  find("position").value = chosen.position;
  describe();
};
// The fragment of the address holds the setup, so that a link leads to a position.
const KEYS = [find("misere"), find("first"), find("level")];
/** @type {(position: string, first: string) => string} */
const fragment = (position, first) => {
  const values = new URLSearchParams({ game: playing().laid.game, position });
  for (const key of KEYS) {
    const value = key.id === "first" ? first : key.value;
    if (value !== key.options[0].value) values.set(key.id, value);
  }
  if (entry().graph) values.set("graph", playing().laid.graph);
  if (entry().rules) values.set("rules", playing().laid.graph);
  return "#" + values;
};
const remember = () => history.replaceState(null, "", fragment(playing().laid.position, find("first").value));
// The same for the position on the board, with whoever is to move.
const link = () => {
  const { now, turn } = playing();
  find("link").href = fragment(now.places.map(({ text }) => text).join(" "), turn === "computer" ? "computer" : "me");
};
const recall = () => {
  const values = new URLSearchParams(location.hash.slice(1));
  const game = values.get("game") ?? "nim";
  /** @param {string} name */
  const known = (name) => catalogue.find((entry) => entry.name === name)?.name;
  select(known(game) ?? known(game.split(":")[0]) ?? (/^\d*\./.test(game) ? "0." : "nim"));
  if (takesArgument() && values.has("game")) find("notation").value = game;
  find("position").value = values.get("position") ?? find("position").value;
  find("graph").value = values.get("graph") ?? find("graph").value;
  find("own").value = values.get("rules") ?? find("own").value;
  for (const key of KEYS) {
    const value = values.get(key.id) ?? key.value;
    if ([...key.options].some((option) => option.value === value)) key.value = value;
  }
};

find("form").addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
find("game").addEventListener("change", () => {
  select(find("game").value);
  begin();
});
find("random").addEventListener("click", () => deal() && begin());
find("undo").addEventListener("click", undo);
find("hint").addEventListener("click", hint);
find("move").addEventListener("click", () => picked?.legal && play(picked.move));
find("all").addEventListener("toggle", drawLegal);
find("take").addEventListener("click", () => {
  const move = find("typed").value.trim();
  if (played?.turn !== "you" || !move) return;
  const read = ask({ ask: "typed", move });
  choose({ move }, read.move ?? null);
  if (picked && !picked.legal) Object.assign(picked, { typed: true, why: read.error ?? picked.why });
  drawChoice();
});
find("typed").addEventListener("keydown", (event) => event.key === "Enter" && find("take").click());
const explain = () => {
  for (const part of [find("log"), find("why")]) part.classList.toggle("bare", !find("explain").checked);
};
find("explain").addEventListener("change", explain);
