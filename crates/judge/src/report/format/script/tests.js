// Returns where two lines begin to differ, and the lengths of the parts that differ.
/** @type {(a: string[], b: string[]) => [number, number, number]} */
const differing = (a, b) => {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [start, a.length - end, b.length - end];
};
/** @type {(characters: string[], from: number, to: number) => Child[]} */
const marked = (characters, from, to) => {
  /** @type {(start: number, end: number) => string} */
  const part = (start, end) => characters.slice(start, end).join("");
  return from < to ? [part(0, from), make("mark", {}, part(from, to)), part(to, characters.length)] : [part(0, characters.length)];
};
/** @type {(row: Line | undefined, kind: string) => HTMLElement[]} */
const cells = (row, kind) =>
  row ? [make("td", { class: "at " + kind }, String(row.line)), make("td", { class: kind }, ...(row.nodes ?? [lines(row.text)]))]
    : [make("td", { class: "at gap" }), make("td", { class: "gap" })];

// Returns expected and actual lines in two columns: a removed line stands beside the added one in its place.
/** @type {(diff: Line[]) => HTMLElement} */
const sideBySide = (diff) => {
  const body = make("tbody");
  /** @type {Line[]} */
  let removed = [];
  /** @type {Line[]} */
  let added = [];
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
/** @type {(title: string, rows: Line[]) => HTMLElement} */
const listing = (title, rows) => {
  const head = make("tr", {}, make("td", { class: "at" }), make("th", { scope: "col" }, title));
  return make("table", { class: "lines" }, make("thead", {}, head),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row, "")))));
};

/** @type {(result: Result) => string} */
const facts = (result) => {
  const list = [
    `${milliseconds(result.cpu_ms)} CPU` + (result.limit_ms ? ` of ${milliseconds(result.limit_ms)}` : ""),
    `${milliseconds(result.wall_ms)} wall`,
  ];
  if (result.memory_kib !== null) list.push(kibibytes(result.memory_kib) + (result.memory_limit_kib ? ` of ${kibibytes(result.memory_limit_kib)}` : ""));
  if (result.runs_cpu_ms) list.push("runs: " + result.runs_cpu_ms.map(milliseconds).join(", "));
  return list.join(" · ");
};
/** @type {(result: Result) => HTMLElement} */
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
  const { transcript } = result;
  if (transcript?.length) {
    /** @type {(entry: Said) => string} */
    const said = (entry) => `${entry.line} ${entry.by === "program" ? ">" : "<"} ${entry.text}${entry.unfinished ? " (the line is not ended)" : ""}`;
    /** @type {(entry: Said, before: number) => string[]} */
    const gap = (entry, before) => (entry.line > before + 1 ? [`… ${entry.line - before - 1} more lines`] : []);
    const text = transcript.flatMap((entry, i) => [...gap(entry, i ? transcript[i - 1].line : 0), said(entry)]);
    part.append(make("h4", {}, "Dialogue (> the program, < the interactor)"), make("pre", { tabindex: "0" }, lines(text.join("\n"))));
  }
  if (result.stderr) part.append(make("h4", {}, "Standard error"), make("pre", { tabindex: "0" }, lines(result.stderr)));
  return part;
};
/** @type {(test: Test) => HTMLElement} */
const body = (test) => {
  const results = test.results.filter((result) => result !== null);
  const order = [...results.filter(isFailure), ...results.filter((result) => !isFailure(result))];
  return make("div", { class: "body" }, make("h3", { class: "quiet" }, test.name), ...order.map(whole));
};
