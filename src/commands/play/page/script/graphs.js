// Trees on the ground.
/** @type {(position: Position) => HTMLElement[]} */
const drawTrees = (position) => [make("div", { class: "trees" }, ...position.places.map((place, at) => drawTree(position, place, at)))];
/** @type {(position: Position, tree: Place, place: number) => Element} */
const drawTree = (position, { numbers }, place) => {
  const below = numbers.map(Number);
  if (below.length === 0 || below.length > MOST_CELLS) return heap(place, word("edges-of", { count: below.length }), nameOf(position, place));
  /** @type {number[][]} */
  const above = [0, ...below].map(() => []);
  for (const [index, lower] of below.entries()) above[lower].push(index + 1);
  // Each vertex stands over the middle of its branches; leaves stand side by side.
  /** @type {number[]} */
  const x = [];
  const y = [0];
  let leaves = 0;
  /** @type {(vertex: number) => void} */
  const lay = (vertex) => {
    for (const upper of above[vertex]) {
      y[upper] = y[vertex] + 1;
      lay(upper);
    }
    const ends = above[vertex].map((upper) => x[upper]);
    x[vertex] = ends.length ? (ends[0] + ends[ends.length - 1]) / 2 : leaves++;
  };
  lay(0);
  /** @type {(vertex: number) => number[]} */
  const falling = (vertex) => [vertex, ...above[vertex].flatMap(falling)];
  /** @type {(vertex: number) => string} */
  const cut = (vertex) => {
    const gone = new Set(falling(vertex));
    const kept = upTo(below.length + 1).filter((other) => !gone.has(other));
    const rest = kept.slice(1).map((other) => kept.indexOf(below[other - 1]));
    return `${place + 1} ${rest.length ? rest.join(",") : "-"}`;
  };
  const [step, high] = [70, Math.max(...y)];
  /** @param {number} vertex */
  const px = (vertex) => 40 + x[vertex] * step;
  /** @param {number} vertex */
  const py = (vertex) => 20 + (high - y[vertex]) * step;
  const width = 80 + (leaves - 1) * step;
  const fallen = picked?.data.place === place ? falling(picked.data.vertex) : [];
  const edges = below.map((lower, index) => {
    const vertex = index + 1;
    // Stems rise straight from the ground.
    const line = { x1: lower === 0 ? px(vertex) : px(lower), y1: py(lower), x2: px(vertex), y2: py(vertex) };
    const data = { place, vertex };
    return draw("g", {
      class: fallen.includes(vertex) ? "edge falls" : "edge",
      role: "button", tabindex: "-1", "data-key": `${place}/${vertex}`,
      "aria-label": word("edge", { name: nameOf(position, place), vertex, edges: word("edges-of", { count: falling(vertex).length }) }),
      "aria-pressed": String(isPicked(data)),
      click: () => choose(data, cut(vertex)),
    }, draw("line", { class: "branch", ...line }), draw("circle", { class: "knot", cx: px(vertex), cy: py(vertex), r: 7 }), draw("line", { class: "hit", ...line }));
  });
  const height = 40 + high * step;
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": nameOf(position, place) },
    draw("line", { class: "ground", x1: 0, y1: py(0) + 3, x2: width, y2: py(0) + 3 }), ...edges);
};

// Tokens on the vertices of a graph, drawn in layers by the longest way to the end.
/** @type {(position: Position) => Element[]} */
const drawGraph = (position) => {
  const arcs = playing().laid.graph.split("\n").map((line) => line.replace(/#.*/, "").trim().split(/\s+/)).filter(([from]) => from);
  /** @type {Map<string, string[]>} */
  const after = new Map();
  for (const [from, to] of arcs) {
    for (const vertex of [from, to]) if (vertex !== undefined && !after.has(vertex)) after.set(vertex, []);
    if (to !== undefined && !after.get(from)?.includes(to)) after.get(from)?.push(to);
  }
  if (after.size > MOST_CELLS) return [make("p", { class: "quiet" }, word("tokens", { vertices: position.places.map((place) => place.text).join(", ") }))];
  /** @type {Map<string, number>} */
  const depth = new Map();
  /** @type {(vertex: string) => number} */
  const deep = (vertex) => {
    const known = depth.get(vertex) ?? Math.max(-1, ...(after.get(vertex) ?? []).map(deep)) + 1;
    depth.set(vertex, known);
    return known;
  };
  [...after.keys()].forEach(deep);
  /** @type {string[][]} */
  const layers = [];
  for (const [vertex, layer] of depth) layers[layer] = [...(layers[layer] ?? []), vertex];
  const wide = Math.max(...layers.map((layer) => layer.length));
  /** @type {Map<string, Point>} */
  const at = new Map();
  for (const [level, layer] of layers.entries()) {
    for (const [index, vertex] of layer.sort().entries()) {
      // Layers are shifted against each other, so that long edges pass beside vertices.
      at.set(vertex, [50 + (index + (wide - layer.length) / 2 + (level % 2) * 0.3) * 110, 40 + (layers.length - 1 - level) * 100]);
    }
  }
  // The token that was asked for, or the first that can move.
  const able = upTo(position.places.length).filter((place) => results(place).length > 0);
  const token = able.find((place) => place === playing().token) ?? able[0] ?? 0;
  const held = position.places[token]?.text;
  const goals = new Set(results(token));
  const lines = arcs.filter(([, to]) => to !== undefined).map(([from, to]) => {
    const [[x1, y1], [x2, y2]] = [from, to].map((vertex) => at.get(vertex) ?? [0, 0]);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    return draw("line", { class: "arc", x1: x1 + dx * 24, y1: y1 + dy * 24, x2: x2 - dx * 30, y2: y2 - dy * 30, "marker-end": "url(#arrow)" });
  });
  const vertices = [...at].map(([vertex, [x, y]]) => {
    const tokens = position.places.flatMap((place, index) => (place.text === vertex ? [index + 1] : []));
    const isGoal = goals.has(vertex);
    const data = { place: token, vertex };
    const classes = ["vertex", isGoal ? "goal" : "", isPicked(data) ? "picked" : "", vertex === held ? "held" : ""];
    /** @type {Attributes} */
    const attributes = isGoal
      ? { role: "button", tabindex: "-1", "data-key": `v${vertex}`, "aria-pressed": String(isPicked(data)), "aria-label": word("token-goal", { vertex: tokens.join("+") + vertex, token: token + 1, from: held ?? "" }), click: () => choose(data, `${token + 1} ${vertex}`) }
      : {};
    return draw("g", { class: classes.filter(Boolean).join(" "), ...attributes },
      draw("circle", { class: "body", cx: x, cy: y, r: 22 }),
      tokens.length ? draw("circle", { class: "token", cx: x, cy: y, r: 15 }) : null,
      draw("text", { x, y: y + 5, "text-anchor": "middle", class: tokens.length ? "in-token" : "" }, tokens.length ? tokens.join("+") : vertex),
      tokens.length ? draw("text", { x: x + 24, y: y - 14 }, vertex) : null);
  });
  const [width, height] = [100 + (wide - 1 + .3) * 110, 80 + (layers.length - 1) * 100];
  const arrow = draw("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto" }, draw("path", { d: "M0 0L10 5L0 10z", fill: "currentColor" }));
  const several = position.places.length < 2 ? [] : [make("p", { class: "tools", role: "group", "aria-label": word("token-to-move") }, word("token"),
    ...position.places.map((place, index) => make("button", {
      type: "button", "aria-pressed": String(index === token), class: index === token ? "main" : "",
      click: () => { playing().token = index; choose(null, null); },
    }, `${index + 1}: ${place.text}`)))];
  return [...several, draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": word("graph") }, draw("defs", {}, arrow), ...lines, ...vertices)];
};

// Most moves that are drawn.
const MOST_CHOICES = 200;
// A game of one's own: its components as they are written, and its moves.
/** @type {(position: Position) => Element[]} */
const drawMoves = (position) => {
  /** @type {{ moves: string[] }} */
  const { moves } = ask({ ask: "moves" });
  return [...position.places.map(({ text }, place) => heap(place, text, nameOf(position, place))),
    make("div", { class: "moves" }, ...moves.slice(0, MOST_CHOICES).map((move) => item({
      class: isPicked({ move }) ? "picked" : "", "data-key": move, "aria-pressed": String(isPicked({ move })), click: () => choose({ move }, move),
    }, written(position, move))))];
};

/** @type {(position: Position) => Element[]} */
const view = (position) => {
  const { game, kind } = position;
  if (game.endsWith(".game")) return drawMoves(position);
  if (kind === "vertex") return drawGraph(position);
  if (kind === "board") return drawCells(position);
  if (kind === "whole") return drawWhole(position);
  if (kind === "heap") return isRow(game) ? drawRows(position) : drawHeaps(position);
  if (game === "hackenbush") return drawTrees(position);
  if (game.startsWith("hop")) return drawHops(position);
  if (game === "euclid-to-zero") return drawRectangles(position);
  if (game === "delete-nim") return drawSplits(position);
  if (game === "wythoff") return drawGrid(position);
  return drawHeaps(position);
};
