const hint = find("hint");
/** @type {(event: MouseEvent, text: string) => void} */
const showHint = (event, text) => {
  hint.hidden = !text;
  if (!text) return;
  hint.textContent = text;
  const left = Math.min(event.clientX + 14, innerWidth - hint.offsetWidth - 8);
  const above = event.clientY + 18 + hint.offsetHeight > innerHeight;
  hint.style.left = Math.max(8, left) + "px";
  hint.style.top = (above ? event.clientY - hint.offsetHeight - 10 : event.clientY + 18) + "px";
};
/** @type {(test: Test, result: Result | null) => string} */
const told = (test, result) => {
  const measured = result?.verdict
    ? ", " + milliseconds(result.cpu_ms) + (result.memory_kib === null ? "" : ", " + kibibytes(result.memory_kib))
    : "";
  return test.name + "\n" + (several && result ? line(result.program) + ": " : "") + words(result?.verdict) + measured;
};

// Makes the results in a picture point at their rows: `at` returns the test and its result near a place.
/** @type {<E extends SVGSVGElement>(picture: E, at: (x: number, y: number) => Hit | undefined) => E} */
const pointing = (picture, at) => {
  /** @type {(event: MouseEvent) => Hit | undefined} */
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
