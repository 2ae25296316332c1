/** @type {Chart[]} */
const charts = [
  {
    title: "CPU time", shown: milliseconds, least: 0.1,
    value: (result) => result.cpu_ms, limit: (result) => result.limit_ms ?? null,
  },
  {
    title: "Memory", shown: kibibytes, least: 1, binary: true,
    value: (result) => result.memory_kib, limit: (result) => result.memory_limit_kib ?? null,
  },
];

// Returns round values from `low` to `high`, at most `most`: powers of ten with 2 and 5 between, or powers of two.
/** @type {(low: number, high: number, most: number, binary?: boolean) => number[]} */
const ticks = (low, high, most, binary) => {
  const all = [];
  for (let power = binary ? 0 : -1; power < 40; power += 1) {
    for (const step of binary ? [1] : [1, 2, 5]) {
      const value = (binary ? 2 : 10) ** power * step;
      if (value >= low && value <= high) all.push({ value, power, step });
    }
  }
  for (let every = 1; ; every += 1) {
    const kept = all.filter(({ power, step }) =>
      every === 1 || (binary ? power % every === 0 : step === 1 && (power + 1) % (every - 1) === 0));
    if (kept.length <= most || every > 40) return kept.map(({ value }) => value);
  }
};
// Returns round numbers of tests, from 1, at most about `most`.
/** @type {(count: number, most: number) => number[]} */
const places = (count, most) => {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6]
    .find((step) => count / step <= most) ?? count;
  const rounds = Array.from({ length: Math.floor(count / step) }, (_, i) => (i + 1) * step);
  return rounds[0] === 1 ? rounds : [1, ...rounds];
};

/** @type {(chart: Chart, width: number, only: string) => HTMLElement | null} */
const chart = ({ title, shown, least, binary, value, limit }, width, only) => {
  const [height, left, right, top, bottom] = [230, 62, 14, 18, 40];
  /** @type {Dot[]} */
  const dots = [];
  for (const test of tests) {
    for (const result of test.results) {
      const measured = result?.verdict ? value(result) : null;
      if (!result || measured === null || (only && result.program !== only)) continue;
      dots.push({ test, result, value: Math.max(measured, least), limit: limit(result) });
    }
  }
  if (!dots.length) return null;
  let [low, high] = [Infinity, 0];
  for (const dot of dots) {
    low = Math.min(low, dot.value);
    high = Math.max(high, dot.value, dot.limit ?? 0);
  }
  high *= 1.25;
  low = Math.max(least / 1.25, Math.min(low / 1.25, high / 10));
  /** @type {(place: number) => number} */
  const x = (place) => left + ((place + 0.5) / tests.length) * (width - left - right);
  /** @type {(of: number) => number} */
  const y = (of) => height - bottom - (Math.log(of / low) / Math.log(high / low)) * (height - top - bottom);
  const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
  /** @type {(at: number, down: number, anchor: string, content: string, kind?: string | null) => SVGTextElement} */
  const text = (at, down, anchor, content, kind = null) =>
    draw("text", { x: at, y: down, "text-anchor": anchor, class: kind }, content);
  for (const tick of ticks(low, high, 8, binary)) {
    picture.append(draw("path", { class: "grid", d: `M${left} ${y(tick).toFixed(1)}H${width - right}` }));
    picture.append(text(left - 6, y(tick) + 4, "end", shown(tick)));
  }
  for (const number of places(tests.length, width / 70)) {
    picture.append(text(x(number - 1), height - bottom + 17, "middle", number.toLocaleString("en")));
  }
  picture.append(text((left + width - right) / 2, height - 6, "middle", "test, in order"));

  const radius = dots.length <= 200 ? 4 : dots.length <= 2000 ? 3 : 2;
  /** @type {Map<string, string[]>} */
  const paths = new Map();
  /** @type {PlacedDot[]} */
  const placed = dots.map((dot) => ({ ...dot, x: x(dot.test.place), y: y(dot.value) }));
  for (const dot of placed) addTo(paths, dot.result.verdict ?? "", `M${dot.x.toFixed(1)} ${dot.y.toFixed(1)}h0`);
  // Failures lie on top.
  for (const [verdict, path] of [...paths].sort(([a], [b]) => rank(a) - rank(b))) {
    const thick = 2 * (verdict === "AC" ? radius : radius + 1);
    picture.append(draw("path", { class: "dots " + verdict, "stroke-width": thick, d: path.join("") }));
  }
  // Limits: a line over each run of tests that have the same.
  const half = (width - left - right) / tests.length / 2;
  /** @type {{ limit: number, from: number, to: number }[]} */
  const runs = [];
  for (const { limit, x } of placed) {
    if (limit === null) continue;
    const run = runs.findLast((run) => run.limit === limit);
    if (run && x - run.to <= 2 * half + 0.01) run.to = x;
    else runs.push({ limit, from: x, to: x });
  }
  const limits = [...new Set(runs.map((run) => run.limit))].sort((a, b) => a - b);
  const path = runs.map((run) => `M${(run.from - half).toFixed(1)} ${y(run.limit).toFixed(1)}H${(run.to + half).toFixed(1)}`);
  let said = "";
  if (limits.length) {
    picture.append(draw("path", { class: "limit", d: path.join("") }));
    for (const limit of limits.length <= 3 ? limits : limits.slice(-1)) {
      const label = (limits.length <= 3 ? "limit " : "limits up to ") + shown(limit);
      picture.append(text(width - right, y(limit) - 5, "end", label, "limit"));
    }
    said = ", limit " + limits.map(shown).slice(0, 3).join(", ");
  }
  const worst = dots.reduce((most, dot) => (dot.value > most.value ? dot : most));
  picture.setAttribute("aria-label", `${title} of ${counted(dots.length, "result")}: at most ${shown(worst.value)}${said}`);
  pointing(picture, (px, py) => {
    const scale = width / picture.getBoundingClientRect().width;
    /** @type {PlacedDot | undefined} */
    let best;
    let nearest = 14 ** 2;
    for (const dot of placed) {
      const distance = (dot.x - px * scale) ** 2 + (dot.y - py * scale) ** 2;
      if (distance < nearest) [best, nearest] = [dot, distance];
    }
    return best;
  });
  const caption = make("figcaption", {}, title, make("span", { class: "quiet" }, `, at most ${shown(worst.value)}`));
  return make("figure", {}, caption, picture);
};

const drawCharts = () => {
  const place = find("charts");
  const one = place.clientWidth < 976 ? place.clientWidth : (place.clientWidth - 16) / 2;
  const inner = Math.max(240, Math.floor(one - 26));
  const figures = charts.map((of) => chart(of, inner, find("program").value)).filter((figure) => figure !== null);
  place.replaceChildren(...figures);
  place.closest("section")?.toggleAttribute("hidden", figures.length === 0);
};
