const summarize = () => {
  const ran = report.tests;
  /** @type {(of: (result: Result) => number) => Result | null} */
  const most = (of) => ran.reduce((best, result) => (of(result) > (best ? of(best) : -1) ? result : best), /** @type {Result | null} */ (null));
  const list = [];
  const given = report.programs;
  if (given.length) list.push(given.length > 1 ? counted(given.length, "program") : line(given[0].name));
  list.push(counted(tests.length, "test"));
  const slowest = most((result) => result.cpu_ms);
  if (slowest) list.push(`slowest ${milliseconds(slowest.cpu_ms)} (${line(slowest.name)})`);
  const largest = most((result) => result.memory_kib ?? -1);
  if (largest && largest.memory_kib !== null) list.push(`most memory ${kibibytes(largest.memory_kib)} (${line(largest.name)})`);
  if (report.summary.wall_ms) list.push(`checked in ${milliseconds(report.summary.wall_ms)}`);
  find("facts").textContent = list.join(" · ");
  for (const program of broken) {
    const heading = make("h3", {}, badge(program.verdict), " " + line(program.name) + ": " + words(program.verdict));
    find("strips").parentElement?.append(make("div", { class: "compile" }, heading, make("pre", { tabindex: "0" }, lines(program.message ?? ""))));
  }
};

const listen = () => {
  find("theme").addEventListener("click", flipTheme);
  system.addEventListener("change", nameTheme);
  find("keys").addEventListener("click", () => help.showModal());
  find("filter").addEventListener("input", () => {
    state.text = find("filter").value.toLowerCase();
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
      swap(state.verdicts, verdict);
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
  const resize = () => {
    if (width === scroller.clientWidth) return render();
    width = scroller.clientWidth;
    scroller.style.setProperty("--visible", width + "px");
    drawStrips();
    drawCharts();
    state.heights.clear();
    drawHead();
    choose();
  };
  resize();
  // Drawing changes sizes again, which the browser complains of within the observer.
  new ResizeObserver(() => requestAnimationFrame(resize)).observe(scroller);
};

for (const part of document.querySelectorAll(".live")) part.removeAttribute("hidden");
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
