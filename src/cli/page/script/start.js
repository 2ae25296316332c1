const compile = async () => {
  const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  compiled = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  start();
};
const fill = () => {
  /** @type {{ games: Entry[], levels: { name: string, says: string }[] }} */
  const known = ask({ ask: "catalogue" });
  catalogue = known.games;
  find("level").append(...known.levels.map(({ name, says }) => make("option", { value: name }, `${name}: ${says}`)));
  find("game").append(...catalogue.map((entry) => make("option", { value: entry.name }, entry.notation)));
  recall();
  begin();
};
nameTheme();
find("main").hidden = false;
compile().then(fill, (error) =>
  say(`This browser cannot run the page: it needs WebAssembly and DecompressionStream (${error.message}).`, "lost"));
