/** @type {HTMLButtonElement[]} */
const chips = [...document.querySelectorAll(/** @type {"button"} */ ("#counts button"))];
/** @type {Map<string | null | undefined, { rank: number, words: string }>} */
const verdicts = new Map(chips.map((chip, rank) => [chip.dataset.verdict, { rank, words: chip.title }]));
/** @type {(verdict: string | null | undefined) => string} */
const words = (verdict) => verdicts.get(verdict)?.words ?? "not run";
/** @type {(verdict: string | null | undefined) => number} */
const rank = (verdict) => verdicts.get(verdict)?.rank ?? verdicts.size;

const broken = report.programs.filter((program) => program.verdict);
const programs = report.programs.filter((program) => !program.verdict).map((program) => program.name);
const several = programs.length > 1;
/** @type {(result: Result | null) => boolean} */
const isFailure = (result) => result !== null && result.verdict !== "AC";

// The tests, each with a result for every program; a result without a verdict was not run.
const tests = (() => {
  const column = new Map(programs.map((name, index) => [name, index]));
  /** @type {Map<number, Test>} */
  const byIndex = new Map();
  for (const result of [...report.tests, ...(report.not_run ?? [])]) {
    const { name, index } = result;
    const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
    const known = byIndex.get(index);
    const test = known ?? { index, place: 0, name: line(name), group: line(result.group ?? folder), results: Array(programs.length).fill(null), fails: false, text: "" };
    if (!known) byIndex.set(index, test);
    const place = column.get(result.program);
    if (place !== undefined) test.results[place] = result;
  }
  const ordered = [...byIndex.values()].sort((a, b) => a.index - b.index);
  ordered.forEach((test, place) => {
    const results = test.results.filter((result) => result !== null);
    test.place = place;
    test.fails = results.some((result) => isFailure(result) && result.verdict);
    test.text = [test.name, test.group, ...results.flatMap((result) =>
      [result.verdict ?? "", words(result.verdict), line(result.message ?? ""), line(result.program)])]
      .join("\n").toLowerCase();
  });
  return ordered;
})();
/** @type {Map<string, Test[]>} */
const groups = new Map();
for (const test of tests) addTo(groups, test.group, test);
