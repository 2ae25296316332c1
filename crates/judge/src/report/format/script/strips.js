// Most cells that are drawn, so that a hundred programs on many tests do not stall.
const MOST_CELLS = 400_000;

// Returns the size of a cell and how many stand in a line: one line where that is legible, so that programs can be
// compared; else the largest cells of which all fit into the height.
/** @type {(count: number, width: number, height: number) => { wide: number, high: number, perLine: number }} */
const grid = (count, width, height) => {
  const wide = Math.min(26, Math.floor(width / count));
  if (wide >= 5) return { wide, high: Math.max(18, wide), perLine: count };
  for (const size of [26, 20, 16, 13, 11, 9, 7, 6, 5, 4, 3]) {
    const perLine = Math.max(1, Math.floor(width / size));
    if (Math.ceil(count / perLine) * size <= height) return { wide: size, high: size, perLine };
  }
  return { wide: 2, high: 2, perLine: Math.max(1, Math.floor(width / 2)) };
};

/** @type {(program: number, width: number, height: number) => HTMLElement} */
const strip = (program, width, height) => {
  const { wide, high, perLine } = grid(tests.length, width, height);
  const gap = wide > 4 ? 1 : 0;
  const cell = `h${wide - gap}v${high - gap}h-${wide - gap}z`;
  /** @type {Map<string, string[]>} */
  const paths = new Map();
  tests.forEach(({ results }, place) => {
    const verdict = results[program]?.verdict ?? "none";
    const path = `M${(place % perLine) * wide} ${Math.floor(place / perLine) * high}${cell}`;
    addTo(paths, verdict, path);
  });
  const ran = tests.filter(({ results }) => results[program]?.verdict);
  const accepted = ran.filter(({ results }) => results[program]?.verdict === "AC").length;
  const name = line(programs[program]);
  const label = `${name}: ${accepted} of ${tests.length} tests accepted`;
  const picture = draw("svg", {
    width: Math.min(perLine, tests.length) * wide, height: Math.ceil(tests.length / perLine) * high, role: "img", "aria-label": label,
  });
  for (const [verdict, path] of paths) picture.append(draw("path", { class: verdict, d: path.join("") }));
  pointing(picture, (x, y) => {
    const column = Math.floor(x / wide);
    const test = column < perLine ? tests[Math.floor(y / high) * perLine + column] : undefined;
    return test && { test, result: test.results[program] };
  });
  if (!several) return make("div", { class: "strip alone" }, picture);
  const caption = make("p", { title: label }, `${accepted}/${tests.length} `, name);
  return make("div", { class: "strip" }, caption, make("div", {}, picture));
};

const drawStrips = () => {
  const place = find("strips");
  const shown = Math.min(programs.length, Math.max(1, Math.floor(MOST_CELLS / Math.max(1, tests.length))));
  const beside = several && innerWidth > 640 ? 188 : 0;
  const height = Math.max(26, Math.floor(220 / Math.max(1, shown)));
  const strips = programs.slice(0, shown).map((_, program) => strip(program, place.clientWidth - beside, height));
  if (shown < programs.length) {
    strips.push(make("p", { class: "quiet" }, `${programs.length - shown} more programs are in the table only.`));
  }
  place.replaceChildren(...strips);
  place.classList.toggle("many", programs.length > 12);
  if (programs.length > 12) place.tabIndex = 0;
};
