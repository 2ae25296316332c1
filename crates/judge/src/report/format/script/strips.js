// Most cells that are drawn, so that a hundred programs on many tests do not stall.
const MOST_CELLS = 400_000;

// Returns the size of a cell and how many stand in a line: one line where that is legible, so that programs can be
// compared; else the largest cells of which all fit into the height.
/** @type {(count: number, width: number, height: number) => { wide: number, high: number, perLine: number }} */
const grid = (count, width, height) => {
  const wide = Math.min(26, Math.floor(width / Math.max(1, count)));
  if (wide >= 5) return { wide, high: Math.max(18, wide), perLine: Math.max(1, count) };
  for (const size of [26, 20, 16, 13, 11, 9, 7, 6, 5, 4, 3]) {
    const perLine = Math.max(1, Math.floor(width / size));
    if (Math.ceil(count / perLine) * size <= height) return { wide: size, high: size, perLine };
  }
  return { wide: 2, high: 2, perLine: Math.max(1, Math.floor(width / 2)) };
};

// Draws the verdicts of a program; one that does not compile has its own on every test.
/** @type {(program: Program, width: number, height: number) => HTMLElement} */
const strip = (program, width, height) => {
  const column = programs.indexOf(program.name);
  /** @type {(test: Test) => string | undefined} */
  const verdictOf = ({ results }) => program.verdict ?? results[column]?.verdict;
  const { wide, high, perLine } = grid(tests.length, width, height);
  const gap = wide > 4 ? 1 : 0;
  const cell = `h${wide - gap}v${high - gap}h-${wide - gap}z`;
  /** @type {Map<string, string[]>} */
  const paths = new Map();
  tests.forEach((test, place) => {
    const verdict = verdictOf(test) ?? "none";
    const path = `M${(place % perLine) * wide} ${Math.floor(place / perLine) * high}${cell}`;
    addTo(paths, verdict, path);
  });
  const accepted = tests.filter((test) => verdictOf(test) === "AC").length;
  const name = line(program.name);
  const label = `${name}: ` + (program.verdict ? words(program.verdict) : `${accepted} of ${tests.length} tests accepted`);
  const picture = draw("svg", {
    width: Math.min(perLine, tests.length) * wide, height: Math.ceil(tests.length / perLine) * high, role: "img", "aria-label": label,
  });
  for (const [verdict, path] of paths) picture.append(draw("path", { class: verdict, d: path.join("") }));
  pointing(picture, (x, y) => {
    const across = Math.floor(x / wide);
    const test = across < perLine && !program.verdict ? tests[Math.floor(y / high) * perLine + across] : undefined;
    return test && { test, result: test.results[column] };
  });
  if (report.programs.length < 2) return make("div", { class: "strip alone" }, picture);
  const remark = program.remark ? ` (${line(program.remark)})` : "";
  const caption = make("p", { title: label + remark }, program.verdict ? badge(program.verdict) : `${accepted}/${tests.length}`, " ", name, remark);
  return make("div", { class: "strip" }, caption, make("div", {}, picture));
};

const drawStrips = () => {
  const place = find("strips");
  const all = report.programs;
  const shown = Math.min(all.length, Math.max(1, Math.floor(MOST_CELLS / Math.max(1, tests.length))));
  const beside = all.length > 1 && innerWidth > 640 ? 188 : 0;
  const height = Math.max(26, Math.floor(220 / Math.max(1, shown)));
  const strips = all.slice(0, shown).map((program) => strip(program, place.clientWidth - beside, height));
  if (shown < all.length) {
    strips.push(make("p", { class: "quiet" }, `${all.length - shown} more programs are in the table only.`));
  }
  place.replaceChildren(...strips);
};
