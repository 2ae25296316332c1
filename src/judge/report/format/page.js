"use strict";
(() => {
  const body = document.querySelector("#tests tbody");
  const rows = [...body.rows];
  const filter = document.getElementById("filter");
  const failures = document.getElementById("failures");
  const count = document.getElementById("count");
  const show = () => {
    const wanted = filter.value.toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const fits = row.textContent.toLowerCase().includes(wanted) && !(failures.checked && row.dataset.verdict === "AC");
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    count.textContent = shown + " shown";
  };
  filter.addEventListener("input", show);
  failures.addEventListener("change", show);
  document.querySelectorAll("#tests th").forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      document.querySelectorAll("#tests th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => row.cells[column].textContent;
      const order = head.dataset.kind === "number"
        ? (a, b) => Number(key(a)) - Number(key(b))
        : (a, b) => key(a).localeCompare(key(b), "en", { numeric: true });
      rows.sort((a, b) => (down ? order(b, a) : order(a, b)));
      body.append(...rows);
    });
  });
  show();
})();
