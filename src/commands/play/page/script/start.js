const compile = async () => {
  const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  compiled = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  start();
};
/** @type {Level[]} */
let levels = [];
const nameOptions = () => {
  for (const [at, { name, says }] of levels.entries()) {
    find("level").options[at].text = word("level-says", { name, says: language === "en" ? says : WORDS.levels[name] ?? says });
  }
  for (const [at, { name, notation }] of catalogue.entries()) {
    find("game").options[at].text = word("entry", { notation, name: WORDS.games[name]?.name ?? name });
  }
};
find("language").addEventListener("click", () => {
  language = language === "en" ? "zh" : "en";
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // The choice then holds for this visit.
  }
  putLanguage();
  nameTheme();
  if (!catalogue.length) return;
  nameOptions();
  describe();
  if (!played) return;
  drawBoard();
  drawLegal();
  drawLog();
  if (!find("hints").hidden) drawHints();
});
const fill = () => {
  /** @type {{ games: Entry[], levels: Level[] }} */
  const known = ask({ ask: "catalogue" });
  catalogue = known.games;
  levels = known.levels;
  find("level").append(...levels.map(({ name }) => make("option", { value: name })));
  find("game").append(...catalogue.map(({ name }) => make("option", { value: name })));
  nameOptions();
  recall();
  begin();
};
putLanguage();
nameTheme();
find("main").hidden = false;
compile().then(fill, (error) =>
  say(() => word("cannot-run", { why: error.message }), "lost"));
