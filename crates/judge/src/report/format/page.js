"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const report = JSON.parse(find("report").textContent);

  // ---- Text ----

  // As the other reports: control characters, noncharacters and characters that change the direction of text.
  const HARMFUL = /[\p{Cc}\p{Noncharacter_Code_Point}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
  const escape = (character) => {
    const code = character.codePointAt(0).toString(16);
    return code.length < 3 ? "\\x" + code.padStart(2, "0") : "\\u{" + code + "}";
  };
  const lines = (text) => text.replace(HARMFUL, (c) => (c === "\n" || c === "\t" ? c : escape(c)));
  const line = (text) => text.replace(HARMFUL, (c) => ({ "\n": "\\n", "\t": "\\t", "\r": "\\r" })[c] ?? escape(c));

  const digits = (value) => String(Number(value.toPrecision(value < 1000 ? 3 : 4)));
  const milliseconds = (ms) => (ms < 1000 ? digits(ms < 10 ? Math.round(ms * 10) / 10 : ms) + " ms" : digits(ms / 1000) + " s");
  const kibibytes = (kib) => {
    const unit = kib < 1024 ? 0 : kib < 1024 ** 2 ? 1 : 2;
    return digits(kib / 1024 ** unit) + [" KiB", " MiB", " GiB"][unit];
  };
  const counted = (number, one) => number.toLocaleString("en") + " " + (number === 1 ? one : one + "s");

  // ---- Elements ----

  const filled = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };
  const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
  const draw = (tag, attributes = {}, ...children) =>
    filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
  const badge = (verdict) => make("span", { class: "verdict " + (verdict ?? "none"), title: words(verdict) }, verdict ?? "–");

  // ---- Data ----

  const chips = [...document.querySelectorAll("#counts button")];
  const verdicts = new Map(chips.map((chip, rank) => [chip.dataset.verdict, { rank, words: chip.title }]));
  const words = (verdict) => verdicts.get(verdict)?.words ?? "not run";
  const rank = (verdict) => verdicts.get(verdict)?.rank ?? verdicts.size;

  const broken = report.programs.filter((program) => program.verdict);
  const programs = report.programs.filter((program) => !program.verdict).map((program) => program.name);
  const several = programs.length > 1;
  const isFailure = (result) => result && result.verdict !== "AC";

  // The tests, each with a result for every program; a result without a verdict was not run.
  const tests = (() => {
    const column = new Map(programs.map((name, index) => [name, index]));
    const byIndex = new Map();
    for (const result of [...report.tests, ...(report.not_run ?? [])]) {
      const { name, index } = result;
      if (!byIndex.has(index)) {
        const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
        const group = line(result.group ?? folder);
        byIndex.set(index, { index, name: line(name), group, results: Array(programs.length).fill(null) });
      }
      if (column.has(result.program)) byIndex.get(index).results[column.get(result.program)] = result;
    }
    const ordered = [...byIndex.values()].sort((a, b) => a.index - b.index);
    ordered.forEach((test, place) => {
      test.place = place;
      test.fails = test.results.some((result) => isFailure(result) && result.verdict);
      test.text = [test.name, test.group, ...test.results.flatMap((result) =>
        result ? [result.verdict ?? "", words(result.verdict), line(result.message ?? ""), line(result.program)] : [])]
        .join("\n").toLowerCase();
    });
    return ordered;
  })();
  const groups = new Map();
  for (const test of tests) {
    if (!groups.has(test.group)) groups.set(test.group, []);
    groups.get(test.group).push(test);
  }

  // ---- A hint beside the pointer ----

  const hint = find("hint");
  const showHint = (event, text) => {
    hint.hidden = !text;
    if (!text) return;
    hint.textContent = text;
    const left = Math.min(event.clientX + 14, innerWidth - hint.offsetWidth - 8);
    const above = event.clientY + 18 + hint.offsetHeight > innerHeight;
    hint.style.left = Math.max(8, left) + "px";
    hint.style.top = (above ? event.clientY - hint.offsetHeight - 10 : event.clientY + 18) + "px";
  };
  const told = (test, result) => {
    const measured = result?.verdict
      ? ", " + milliseconds(result.cpu_ms) + (result.memory_kib === null ? "" : ", " + kibibytes(result.memory_kib))
      : "";
    return test.name + "\n" + (several && result ? line(result.program) + ": " : "") + words(result?.verdict) + measured;
  };

  // Makes the results in a picture point at their rows: `at` returns the test and its result near a place.
  const pointing = (picture, at) => {
    const near = (event) => {
      const box = picture.getBoundingClientRect();
      return at(event.clientX - box.left, event.clientY - box.top);
    };
    picture.addEventListener("pointermove", (event) => {
      const hit = near(event);
      picture.style.cursor = hit ? "pointer" : "default";
      showHint(event, hit ? told(hit.test, hit.result) : "");
    });
    picture.addEventListener("pointerleave", () => (hint.hidden = true));
    picture.addEventListener("click", (event) => {
      const hit = near(event);
      if (hit) reveal(hit.test);
    });
    return picture;
  };

  // ---- Verdict strips: a cell for each test ----

  // Most cells that are drawn, so that a hundred programs on many tests do not stall.
  const MOST_CELLS = 400_000;

  // Returns the size of a cell and how many stand in a line: one line where that is legible, so that programs can be
  // compared; else the largest cells of which all fit into the height.
  const grid = (count, width, height) => {
    const wide = Math.min(26, Math.floor(width / count));
    if (wide >= 5) return { wide, high: Math.max(18, wide), perLine: count };
    for (const size of [26, 20, 16, 13, 11, 9, 7, 6, 5, 4, 3, 2]) {
      const perLine = Math.max(1, Math.floor(width / size));
      if (Math.ceil(count / perLine) * size <= height || size === 2) return { wide: size, high: size, perLine };
    }
  };

  const strip = (program, width, height) => {
    const { wide, high, perLine } = grid(tests.length, width, height);
    const gap = wide > 4 ? 1 : 0;
    const cell = `h${wide - gap}v${high - gap}h-${wide - gap}z`;
    const paths = new Map();
    tests.forEach(({ results }, place) => {
      const verdict = results[program]?.verdict ?? "none";
      const path = `M${(place % perLine) * wide} ${Math.floor(place / perLine) * high}${cell}`;
      if (!paths.has(verdict)) paths.set(verdict, []);
      paths.get(verdict).push(path);
    });
    const ran = tests.filter(({ results }) => results[program]?.verdict);
    const accepted = ran.filter(({ results }) => results[program].verdict === "AC").length;
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

  // ---- Charts: a dot for each result on a logarithmic axis ----

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
  const places = (count, most) => {
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6]
      .find((step) => count / step <= most) ?? count;
    const rounds = Array.from({ length: Math.floor(count / step) }, (_, i) => (i + 1) * step);
    return rounds[0] === 1 ? rounds : [1, ...rounds];
  };

  const chart = ({ title, shown, least, binary, value, limit }, width, only) => {
    const [height, left, right, top, bottom] = [230, 62, 14, 18, 40];
    const dots = [];
    for (const test of tests) {
      for (const result of test.results) {
        if (!result?.verdict || value(result) === null || (only && result.program !== only)) continue;
        dots.push({ test, result, value: Math.max(value(result), least), limit: limit(result) });
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
    const x = (place) => left + ((place + 0.5) / tests.length) * (width - left - right);
    const y = (of) => height - bottom - (Math.log(of / low) / Math.log(high / low)) * (height - top - bottom);
    const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
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
    const paths = new Map();
    for (const dot of dots) {
      dot.x = x(dot.test.place);
      dot.y = y(dot.value);
      const { verdict } = dot.result;
      if (!paths.has(verdict)) paths.set(verdict, []);
      paths.get(verdict).push(`M${dot.x.toFixed(1)} ${dot.y.toFixed(1)}h0`);
    }
    // Failures lie on top.
    for (const verdict of [...paths.keys()].sort((a, b) => rank(a) - rank(b))) {
      const thick = 2 * (verdict === "AC" ? radius : radius + 1);
      picture.append(draw("path", { class: "dots " + verdict, "stroke-width": thick, d: paths.get(verdict).join("") }));
    }
    // Limits: a line over each run of tests that have the same.
    const half = (width - left - right) / tests.length / 2;
    const runs = [];
    for (const { limit, x } of dots) {
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
      for (const limit of limits.length <= 3 ? limits : [limits.at(-1)]) {
        const label = (limits.length <= 3 ? "limit " : "limits up to ") + shown(limit);
        picture.append(text(width - right, y(limit) - 5, "end", label, "limit"));
      }
      said = ", limit " + limits.map(shown).slice(0, 3).join(", ");
    }
    const worst = dots.reduce((most, dot) => (dot.value > most.value ? dot : most));
    picture.setAttribute("aria-label", `${title} of ${counted(dots.length, "result")}: at most ${shown(worst.value)}${said}`);
    pointing(picture, (px, py) => {
      const scale = width / picture.getBoundingClientRect().width;
      let [best, nearest] = [undefined, 14 ** 2];
      for (const dot of dots) {
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
    const figures = charts.map((of) => chart(of, inner, find("program").value)).filter(Boolean);
    place.replaceChildren(...figures);
    place.closest("section").hidden = figures.length === 0;
  };

  // ---- One test, seen whole ----

  // Returns where two lines begin to differ, and the lengths of the parts that differ.
  const differing = (a, b) => {
    let start = 0;
    while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
    let end = 0;
    while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
    return [start, a.length - end, b.length - end];
  };
  const marked = (characters, from, to) => {
    const part = (start, end) => characters.slice(start, end).join("");
    return from < to ? [part(0, from), make("mark", {}, part(from, to)), part(to)] : [part(0)];
  };
  const cells = (row, kind) =>
    row ? [make("td", { class: "at " + kind }, String(row.line)), make("td", { class: kind }, ...(row.nodes ?? [lines(row.text)]))]
      : [make("td", { class: "at gap" }), make("td", { class: "gap" })];

  // Returns expected and actual lines in two columns: a removed line stands beside the added one in its place.
  const sideBySide = (diff) => {
    const body = make("tbody");
    let [removed, added] = [[], []];
    const flush = () => {
      for (let i = 0; i < Math.max(removed.length, added.length); i += 1) {
        const [old, now] = [removed[i], added[i]];
        if (old && now) {
          const [a, b] = [[...lines(old.text)], [...lines(now.text)]];
          const [start, oldEnd, nowEnd] = differing(a, b);
          old.nodes = marked(a, start, oldEnd);
          now.nodes = marked(b, start, nowEnd);
        }
        body.append(make("tr", {}, ...cells(old, "expected"), ...cells(now, "got")));
      }
      [removed, added] = [[], []];
    };
    for (const row of diff) {
      if (row.tag === "-") {
        if (added.length) flush();
        removed.push({ ...row });
      } else if (row.tag === "+") added.push({ ...row });
      else {
        flush();
        body.append(make("tr", {}, ...cells(row, ""), ...cells(row, "")));
      }
    }
    flush();
    const head = make("tr", {}, make("td", { class: "at" }), make("th", { scope: "col" }, "Expected"),
      make("td", { class: "at" }), make("th", { scope: "col" }, "Got"));
    return make("table", { class: "lines" }, make("thead", {}, head), body);
  };
  const listing = (title, rows) => {
    const head = make("tr", {}, make("td", { class: "at" }), make("th", { scope: "col" }, title));
    return make("table", { class: "lines" }, make("thead", {}, head),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row, "")))));
  };

  const facts = (result) => {
    const list = [
      `${milliseconds(result.cpu_ms)} CPU` + (result.limit_ms ? ` of ${milliseconds(result.limit_ms)}` : ""),
      `${milliseconds(result.wall_ms)} wall`,
    ];
    if (result.memory_kib !== null) list.push(kibibytes(result.memory_kib) + (result.memory_limit_kib ? ` of ${kibibytes(result.memory_limit_kib)}` : ""));
    if (result.runs_cpu_ms) list.push("runs: " + result.runs_cpu_ms.map(milliseconds).join(", "));
    return list.join(" · ");
  };
  const whole = (result) => {
    if (!result.verdict) return make("div", { class: "result" }, make("h3", {}, badge(null), " not run", several ? ": " + line(result.program) : ""));
    const heading = make("h3", {}, badge(result.verdict), " ", words(result.verdict), several ? ": " + line(result.program) : "");
    const part = make("div", { class: "result" }, heading, make("p", { class: "quiet" }, facts(result)));
    if (result.message) part.append(make("p", { class: "message" }, lines(result.message)));
    if (result.place && !result.message?.includes(result.place)) part.append(make("p", { class: "message quiet" }, lines(result.place)));
    const input = Array.isArray(result.input) && result.input.length ? [listing("Input", result.input)] : [];
    const diff = result.diff?.length ? [sideBySide(result.diff)] : [];
    if (input.length + diff.length) {
      part.append(make("div", { class: "columns" + (input.length && diff.length ? " three" : "") }, ...input, ...diff));
    }
    if (result.transcript?.length) {
      const said = (entry) => `${entry.line} ${entry.by === "program" ? ">" : "<"} ${entry.text}${entry.unfinished ? " (the line is not ended)" : ""}`;
      const gap = (entry, before) => (entry.line > before + 1 ? [`… ${entry.line - before - 1} more lines`] : []);
      const text = result.transcript.flatMap((entry, i) => [...gap(entry, i ? result.transcript[i - 1].line : 0), said(entry)]);
      part.append(make("h4", {}, "Dialogue (> the program, < the interactor)"), make("pre", { tabindex: "0" }, lines(text.join("\n"))));
    }
    if (result.stderr) part.append(make("h4", {}, "Standard error"), make("pre", { tabindex: "0" }, lines(result.stderr)));
    return part;
  };
  const body = (test) => {
    const results = test.results.filter(Boolean);
    const order = [...results.filter(isFailure), ...results.filter((result) => !isFailure(result))];
    return make("div", { class: "body" }, make("h3", { class: "quiet" }, test.name), ...order.map(whole));
  };

  // ---- The table: only the rows in sight are in the document ----

  const ROW = 36; // --row in the style
  const AROUND = 12; // rows above and below those in sight
  const MOST_PRINTED = 2000;
  const FEW = 20; // tests that are all shown at first, even where some failed
  const scroller = find("scroller");
  const table = find("tests");
  const state = {
    text: "", failures: false, verdicts: new Set(), sort: null, open: new Set(), folded: new Set(),
    current: null, printing: false, columns: [], items: [], tops: [0], heights: new Map(), drawn: new Map(),
  };

  const number = (of, shown) => (test) => {
    const value = test.results[0]?.verdict ? of(test.results[0]) : null;
    return value === null ? "" : shown(value);
  };
  const numeric = (of) => (test) => (test.results[0]?.verdict ? of(test.results[0]) ?? -1 : -1);
  const columnsFor = (width) => {
    const name = { title: "Test", width: several ? "14rem" : width < 700 ? null : "30%", compare: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }) };
    if (several) {
      const cell = (program) => (test) => {
        const result = test.results[program];
        return make("span", {}, badge(result?.verdict), " ", result?.verdict ? milliseconds(result.cpu_ms) : "");
      };
      const key = (test, program) => {
        const result = test.results[program];
        return rank(result?.verdict) * 1e9 + (result?.cpu_ms ?? 0);
      };
      return [name, ...programs.map((title, program) => ({
        title: line(title), width: "9rem", cell: cell(program), compare: (a, b) => key(a, program) - key(b, program),
      }))];
    }
    const by = (key) => (a, b) => key(a) - key(b);
    const [cpu, wall, memory] = [(r) => r.cpu_ms, (r) => r.wall_ms, (r) => r.memory_kib];
    return [
      name,
      { title: "Verdict", width: "6rem", cell: (test) => badge(test.results[0]?.verdict), compare: by((test) => rank(test.results[0]?.verdict)) },
      { title: "CPU", width: "6.5rem", number: true, cell: number(cpu, milliseconds), compare: by(numeric(cpu)) },
      { title: "Wall", width: "6.5rem", number: true, cell: number(wall, milliseconds), compare: by(numeric(wall)), from: 820 },
      { title: "Memory", width: "6.5rem", number: true, cell: number(memory, kibibytes), compare: by(numeric(memory)), from: 560 },
      { title: "Message", cell: (test) => line(test.results[0]?.message ?? ""), compare: (a, b) => a.text.localeCompare(b.text), from: 700 },
    ].filter((column) => width >= (column.from ?? 0));
  };

  const drawHead = () => {
    state.columns = columnsFor(scroller.clientWidth);
    table.className = several ? "several" : "";
    table.style.minWidth = several ? 14 + 9 * programs.length + "rem" : "";
    table.tHead.rows[0].replaceChildren(...state.columns.map((column, place) => {
      const sorted = state.sort?.title === column.title ? (state.sort.down ? "descending" : "ascending") : null;
      const button = make("button", { type: "button", title: column.title }, column.title);
      button.addEventListener("click", () => {
        const { sort } = state;
        if (sort?.title !== column.title) state.sort = { title: column.title, compare: column.compare, down: Boolean(column.number) };
        else if (sort.down === Boolean(column.number)) sort.down = !sort.down;
        else state.sort = null;
        scroller.scrollTop = 0;
        drawHead();
        choose();
        table.tHead.rows[0].cells[place].firstChild.focus();
      });
      const head = make("th", { scope: "col", "aria-sort": sorted, class: column.number ? "number" : null }, button);
      if (column.width) head.style.width = column.width;
      return head;
    }));
    for (const row of state.drawn.values()) row.remove();
    state.drawn.clear();
  };

  const fits = (test) =>
    (!state.failures || test.fails) &&
    (!state.verdicts.size || test.results.some((result) => result && state.verdicts.has(result.verdict))) &&
    (!state.text || test.text.includes(state.text));

  // Chooses the rows, in order: tests that fit, under their groups unless sorted.
  const choose = () => {
    const items = [];
    const filtered = state.text || state.failures || state.verdicts.size;
    let shown = 0;
    const add = (test) => {
      items.push({ key: "t" + test.index, test });
      if (state.open.has(test.index)) items.push({ key: "d" + test.index, detail: test });
    };
    if (groups.size > 1 && !state.sort) {
      for (const [name, members] of groups) {
        const fitting = members.filter(fits);
        shown += fitting.length;
        if (!fitting.length) continue;
        items.push({ key: "g" + name, group: name, members, fitting });
        if (!state.folded.has(name) || state.text) fitting.forEach(add);
      }
    } else {
      const fitting = tests.filter(fits);
      shown = fitting.length;
      if (state.sort) fitting.sort((a, b) => (state.sort.down ? -1 : 1) * state.sort.compare(a, b) || a.place - b.place);
      fitting.forEach(add);
    }
    state.items = items;
    find("count").textContent = (filtered ? `${shown.toLocaleString("en")} of ` : "") + counted(tests.length, "test");
    table.setAttribute("aria-rowcount", items.length + 1);
    for (const row of state.drawn.values()) row.remove();
    state.drawn.clear();
    place();
    render();
  };

  // Adds up the heights of the rows.
  const place = () => {
    const tops = new Float64Array(state.items.length + 1);
    state.items.forEach((item, i) => (tops[i + 1] = tops[i] + (item.detail ? state.heights.get(item.key) ?? 240 : ROW)));
    state.tops = tops;
  };

  const toggle = (expanded, ...children) => make("button", { type: "button", class: "toggle", "aria-expanded": String(expanded) }, ...children);
  const groupRow = ({ group, members, fitting }) => {
    const failed = members.filter((test) => test.fails).length;
    const slowest = members.reduce((most, test) => test.results.reduce((m, r) => Math.max(m, r?.cpu_ms ?? 0), most), 0);
    const told = `  ${failed ? `${failed} of ${counted(members.length, "test")} failed` : counted(members.length, "test")}, slowest ${milliseconds(slowest)}`;
    const isOpen = !state.folded.has(group) || state.text;
    const button = toggle(isOpen, group || "(no folder)", make("span", {}, told + ([members.length, failed].includes(fitting.length) ? "" : `, ${fitting.length} shown`)));
    const head = make("th", { colspan: state.columns.length, scope: "rowgroup", title: group }, button);
    return make("tr", { class: "group" }, head);
  };
  const testRow = (test) => {
    const name = make("th", { scope: "row", title: test.name }, toggle(state.open.has(test.index), test.name));
    const rest = state.columns.slice(1).map((column) => {
      const content = column.cell(test);
      return make("td", { class: column.number ? "number" : null, title: typeof content === "string" && !column.number ? content : null }, content);
    });
    return make("tr", { class: "test" }, name, ...rest);
  };
  const rowOf = (item) => {
    if (item.detail) return make("tr", { class: "detail" }, make("td", { colspan: state.columns.length }, body(item.detail)));
    const row = item.test ? testRow(item.test) : groupRow(item);
    row.addEventListener("click", () => {
      if (getSelection().isCollapsed || !row.contains(getSelection().anchorNode)) flip(item);
    });
    return row;
  };

  // Returns the item at this height.
  const itemAt = (height) => {
    let [low, high] = [0, state.items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (state.tops[middle + 1] <= height) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const space = (height) => {
    const cell = make("td", { colspan: state.columns.length });
    cell.style.height = height + "px";
    return make("tr", { class: "space", "aria-hidden": "true" }, cell);
  };

  const render = () => {
    const { items, tops, drawn } = state;
    const headless = scroller.scrollTop;
    const first = state.printing ? 0 : Math.max(0, itemAt(headless) - AROUND);
    const last = state.printing ? Math.min(items.length, MOST_PRINTED) : Math.min(items.length, itemAt(headless + scroller.clientHeight) + 1 + AROUND);
    const wanted = new Set(items.slice(first, last).map((item) => item.key));
    for (const [key, row] of drawn) {
      if (!wanted.has(key)) {
        row.remove();
        drawn.delete(key);
      }
    }
    const [content] = table.tBodies;
    content.querySelectorAll(".space").forEach((row) => row.remove());
    let before = null;
    for (let i = last - 1; i >= first; i -= 1) {
      const item = items[i];
      if (!drawn.has(item.key)) drawn.set(item.key, rowOf(item));
      const row = drawn.get(item.key);
      row.setAttribute("aria-rowindex", i + 2);
      if (row.parentNode !== content || row.nextSibling !== before) content.insertBefore(row, before);
      before = row;
    }
    if (first > 0) content.prepend(space(tops[first]));
    if (last < items.length && !state.printing) content.append(space(tops[items.length] - tops[last]));
    const leftOut = find("left-out");
    leftOut.hidden = !state.printing || last === items.length;
    leftOut.textContent = `${(items.length - last).toLocaleString("en")} more rows are not printed; filter them on the page.`;
    if (!state.printing) measure(first, last);
  };

  // Corrects the heights of the details in sight.
  const measure = (first, last) => {
    let changed = false;
    for (let i = first; i < last; i += 1) {
      const { key, detail } = state.items[i];
      if (!detail) continue;
      const height = state.drawn.get(key).offsetHeight;
      changed ||= Math.abs((state.heights.get(key) ?? 0) - height) > 0.5;
      state.heights.set(key, height);
    }
    if (changed) {
      place();
      render();
    }
  };

  // Opens or closes a test or a group.
  const flip = (item) => {
    const [set, key] = item.test ? [state.open, item.test.index] : [state.folded, item.group];
    if (!set.delete(key)) set.add(key);
    state.current = item.key;
    choose();
    focusCurrent();
  };

  // ---- Keyboard ----

  const focusCurrent = () => {
    const i = state.items.findIndex((item) => item.key === state.current);
    if (i < 0) return;
    const [top, bottom] = [state.tops[i], state.tops[i + 1]];
    const room = scroller.clientHeight - ROW;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop + room) scroller.scrollTop = bottom - room;
    render();
    const button = state.drawn.get(state.current)?.querySelector(".toggle");
    button?.focus({ preventScroll: true });
    scroller.scrollIntoView({ block: "nearest" });
  };
  const step = (by, wanted) => {
    const { items } = state;
    let i = items.findIndex((item) => item.key === state.current);
    if (i < 0) i = by > 0 ? -1 : items.length;
    for (i += by; i >= 0 && i < items.length; i += by) {
      if (!items[i].detail && wanted(items[i])) {
        state.current = items[i].key;
        focusCurrent();
        return;
      }
    }
  };
  // Shows a test in the table, opened.
  const reveal = (test) => {
    if (!fits(test)) clear();
    state.folded.delete(test.group);
    state.open.add(test.index);
    state.current = "t" + test.index;
    choose();
    focusCurrent();
    const i = state.items.findIndex((item) => item.key === state.current);
    if (i >= 0) scroller.scrollTop = state.tops[i];
    render();
    scroller.scrollIntoView({ block: "nearest" });
  };
  const clear = () => {
    Object.assign(state, { text: "", failures: false });
    state.verdicts.clear();
    find("filter").value = "";
    find("failures").checked = false;
    chips.forEach((chip) => chip.setAttribute("aria-pressed", "false"));
  };

  const help = find("help");
  const flipFailures = () => {
    state.failures = find("failures").checked = !state.failures;
    choose();
  };
  const actions = {
    j: () => step(1, () => true), ArrowDown: () => step(1, () => true),
    k: () => step(-1, () => true), ArrowUp: () => step(-1, () => true),
    n: () => step(1, (item) => item.test?.fails), p: () => step(-1, (item) => item.test?.fails),
    "/": () => find("filter").focus(), f: flipFailures, t: () => flipTheme(), "?": () => help.showModal(),
    Escape: () => {
      clear();
      choose();
    },
    Enter: () => {
      const item = state.items.find((item) => item.key === state.current);
      if (item) flip(item);
    },
  };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (target.matches("input[type=search], select") && key !== "Escape") {
      if (key === "ArrowDown" && target.id === "filter") step(1, () => true);
      return;
    }
    if (key === "Enter" && target.closest("button, input, a")) return;
    if (key.startsWith("Arrow") && target.closest("pre")) return;
    if (!actions[key]) return;
    event.preventDefault();
    actions[key]();
    if (key === "Escape" && target.id === "filter") target.blur();
  });

  // ---- Theme ----

  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let theme = null;
  const nameTheme = () => {
    const dark = theme ? theme === "dark" : system.matches;
    find("theme").textContent = dark ? "Light" : "Dark";
    return dark;
  };
  const flipTheme = () => {
    theme = nameTheme() ? "light" : "dark";
    root.style.colorScheme = theme;
    nameTheme();
  };

  // ---- The page ----

  const summarize = () => {
    const ran = report.tests;
    const most = (of) => ran.reduce((best, result) => (of(result) > (best ? of(best) : -1) ? result : best), null);
    const list = [];
    if (programs.length) list.push(several ? counted(programs.length, "program") : line(programs[0]));
    list.push(counted(tests.length, "test"));
    const slowest = most((result) => result.cpu_ms);
    if (slowest) list.push(`slowest ${milliseconds(slowest.cpu_ms)} (${line(slowest.name)})`);
    const largest = most((result) => result.memory_kib ?? -1);
    if (largest && largest.memory_kib !== null) list.push(`most memory ${kibibytes(largest.memory_kib)} (${line(largest.name)})`);
    if (report.summary.wall_ms) list.push(`checked in ${milliseconds(report.summary.wall_ms)}`);
    find("facts").textContent = list.join(" · ");
    for (const program of broken) {
      const heading = make("h3", {}, badge(program.verdict), " " + line(program.name) + ": " + words(program.verdict));
      find("strips").before(make("div", { class: "compile" }, heading, make("pre", { tabindex: "0" }, lines(program.message ?? ""))));
    }
  };

  const listen = () => {
    find("theme").addEventListener("click", flipTheme);
    system.addEventListener("change", nameTheme);
    find("keys").addEventListener("click", () => help.showModal());
    find("filter").addEventListener("input", (event) => {
      state.text = event.target.value.toLowerCase();
      scroller.scrollTop = 0;
      choose();
    });
    find("failures").addEventListener("change", flipFailures);
    find("program").addEventListener("change", drawCharts);
    find("fold").addEventListener("click", () => {
      const all = state.folded.size < groups.size;
      state.folded = new Set(all ? groups.keys() : []);
      find("fold").textContent = all ? "Unfold all" : "Fold all";
      choose();
    });
    for (const chip of chips) {
      chip.setAttribute("aria-pressed", "false");
      chip.addEventListener("click", () => {
        const { verdict } = chip.dataset;
        if (!state.verdicts.delete(verdict)) state.verdicts.add(verdict);
        chip.setAttribute("aria-pressed", String(state.verdicts.has(verdict)));
        scroller.scrollTop = 0;
        choose();
      });
    }
    scroller.addEventListener("scroll", render, { passive: true });
    addEventListener("beforeprint", () => {
      state.printing = true;
      choose();
    });
    addEventListener("afterprint", () => {
      state.printing = false;
      choose();
    });
    let width = 0;
    new ResizeObserver(() => {
      if (width === scroller.clientWidth) return render();
      width = scroller.clientWidth;
      scroller.style.setProperty("--visible", width + "px");
      drawStrips();
      drawCharts();
      state.heights.clear();
      drawHead();
      choose();
    }).observe(scroller);
  };

  document.querySelectorAll(".live").forEach((part) => (part.hidden = false));
  if (several) {
    find("program").append(...programs.map((name) => make("option", { value: name }, line(name))));
    find("charted").hidden = false;
  }
  if (groups.size > 1) {
    find("fold").hidden = false;
    for (const [name, members] of groups) {
      if (!members.some((test) => test.fails)) state.folded.add(name);
    }
  }
  const failure = tests.find((test) => test.fails);
  if (failure) {
    state.open.add(failure.index);
    state.failures = find("failures").checked = tests.length > FEW;
  }
  nameTheme();
  summarize();
  listen();
})();
