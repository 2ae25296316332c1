"use strict";
(async () => {
  const find = (id) => document.getElementById(id);

  // ---- Elements ----

  const filled = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") element.addEventListener(name, value);
      else if (value !== null && value !== false) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
  const draw = (tag, attributes = {}, ...children) =>
    filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
  const counted = (number, one) => number + " " + (number === 1 ? one : one + "s");
  const upTo = (count) => Array.from({ length: count }, (_, index) => index);

  // ---- The engine ----

  const stored = Uint8Array.from(atob(find("engine").textContent), (digit) => digit.charCodeAt(0));
  let compiled, engine;
  const start = () => (engine = new WebAssembly.Instance(compiled).exports);
  const passed = (question) => {
    for (const byte of new TextEncoder().encode(JSON.stringify(question))) engine.put(byte);
    const answer = new Uint8Array(engine.ask());
    for (let at = 0; at < answer.length; at++) answer[at] = engine.get(at);
    return JSON.parse(new TextDecoder().decode(answer));
  };
  // Gives the engine the game that is played once more.
  const restore = () => {
    if (played === null) return;
    passed(played.laid);
    for (const { move } of played.moves) passed({ ask: "make", move });
  };
  // Asks the engine; an answer with `error` refuses.
  const ask = (question) => {
    try {
      return passed(question);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      // It has stopped, as for want of memory. Another one goes on from the same position.
      start();
      if (question.ask !== "lay") restore();
      return { error: "this takes more memory than a page has" };
    }
  };
  const seed = () => Math.floor(Math.random() * 2 ** 52);

  // ---- Games ----

  // The game that is played: the question that laid it out, the first position and the present one, its moves, whose turn it is.
  let played = null;
  // Legal moves of the present position: all in order, by component, and whether there are more.
  let legal = { moves: [], by: new Map(), more: false };
  // The chosen move: what the view has selected, the move as it is written, whether it is legal, or why not.
  let picked = null;
  // A game counts once, however often its end is undone.
  const score = { won: 0, lost: 0 };
  let catalogue = [];

  const entry = () => catalogue.find((entry) => entry.name === find("game").value);
  const takesArgument = () => entry().argument || ["0."].includes(entry().name);

  // Heaps in a row, of which a move takes neighbours; elsewhere it takes from the end.
  const isRow = (game) => /^(\d*\.|hex:|kayles|dawson|treblecross|officers)/.test(game);
  const label = { heap: "Heap", tuple: "Heap", whole: "Heap", board: "Board", vertex: "Token" };
  const nameOf = (position, place) => {
    const game = position.game;
    if (game === "staircase") return "Step " + (place + 1);
    if (game === "hackenbush") return "Tree " + (place + 1);
    if (game === "nimble") return "Coin " + (place + 1);
    if (game.startsWith("hop")) return "Row " + (place + 1);
    if (/^(wythoff|euclid|delete)/.test(game)) return "Pair " + (place + 1);
    return (isRow(game) ? "Row" : label[position.kind]) + " " + (place + 1);
  };

  // ---- Moves in words ----

  const without = (some, others) => some.filter((one) => !others.includes(one));
  const told = (position, move) => {
    const [number, ...to] = move.split(" ");
    const place = Number(number) - 1;
    const from = position.places[place];
    const name = nameOf(position, place).toLowerCase();
    const numbers = (text) => (text === "0" || text === "-" ? [] : text.split(","));
    const after = numbers(to[0]);
    if (position.kind === "board") {
      const before = from.numbers.filter((cell) => cell !== "0");
      const turned = [...without(before, after), ...without(after, before)].sort((a, b) => a - b);
      return "turns over " + turned.join(", ");
    }
    if (position.game === "hackenbush") {
      return `${name}: cuts off ${counted(from.numbers.length - after.length, "edge")}`;
    }
    if (position.game.startsWith("hop")) {
      return `${name}: the piece on ${without(from.numbers, after)[0]} goes to ${without(after, from.numbers)[0]}`;
    }
    if (position.kind === "whole") {
      if (after.length !== from.numbers.length) return `${from.numbers.join(" ")} → ${after.join(" ")}`;
      const changed = upTo(after.length).filter((at) => after[at] !== from.numbers[at]);
      return changed.map((at) => `${nameOf(position, at).toLowerCase()}: ${from.numbers[at]} → ${after[at]}`).join(", ");
    }
    const shown = (text) => (text.includes(",") && position.kind === "tuple" && !/^(fib|dis)/.test(position.game) ? `(${text})` : text);
    const left = to.join("") === "0" && position.kind === "heap" ? "nothing" : to.map((text) => shown(text)).join(" and ");
    return `${name}: ${shown(from.text)} → ${left}`;
  };

  // The values of a position as a sum: "3 ⊕ 5 = 6"; empty where it has one part only, or an unknown one.
  const parts = (position) => {
    const [only] = position.places;
    if (only?.values) return only.values.map((value, at) => ({ at, number: only.numbers[at], value }));
    return position.places
      .map((place, at) => ({ at, number: place.text, value: place.value }))
      .filter((part) => part.value !== null);
  };
  const equation = (position) => {
    const values = parts(position).map((part) => part.value);
    if (position.sum === null || position.sum === undefined || values.length < 2 || values.length > 12) return "";
    return ` (${values.join(" ⊕ ")} = ${position.sum})`;
  };

  // What a move did to the position, from the engine's answers before and after it.
  const explained = ({ by, before, after }) => {
    const mover = by === "you" ? "You" : "The computer";
    if (after.over) return `There is no move: whoever cannot move ${after.misere ? "wins" : "loses"}.`;
    if (after.refusal) return `It is not known who wins: ${after.refusal}.`;
    const now = `Now ${after.reason}${equation(after)}`;
    if (!after.wins) return `A winning move. ${now}: whoever is to move loses.`;
    if (before.wins) return `${mover} gave a won game away. ${now}: whoever is to move wins.`;
    return `Every move lost. ${now}: whoever is to move wins.`;
  };

  // ---- Choosing a move ----

  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  // Chooses what a view has selected, and the move that it means, or none; the same choice again makes the move.
  const choose = (data, move) => {
    if (picked?.legal && same(picked.data, data)) return play(picked.move);
    picked = null;
    if (data !== null) {
      const answer = move === null ? { error: "" } : ask({ ask: "check", move });
      picked = { data, move: answer.move ?? null, legal: "move" in answer, why: answer.error };
    }
    drawBoard();
  };
  const drawChoice = () => {
    const mine = played?.turn === "you";
    find("move").disabled = !(mine && picked?.legal);
    find("choice").textContent = !mine ? "" : picked === null ? "Choose a move on the board." : picked.legal
      ? told(played.now, picked.move)
      : picked.why ? "Not a legal move." : picked.hint ?? "Choose more.";
  };
  const isPicked = (data) => picked !== null && same(picked.data, data);

  // ---- Views ----

  // Most stones that are drawn one by one.
  const MOST_STONES = 60;
  const MOST_HEAPS = 24;
  const MOST_GRID = 24;
  const MOST_CELLS = 120;

  const item = (attributes, ...children) => make("button", { type: "button", tabindex: "-1", ...attributes }, ...children);
  const heap = (place, number, name, ...children) => noted(place, number, name, "", ...children);
  const noted = (place, number, name, note, ...children) =>
    make("div", { class: played.last.includes(place) ? "heap last" : "heap" },
      make("div", { class: "name" }, name, make("b", {}, number), note ? make("small", {}, note) : null), make("div", { class: "row" }, ...children));
  // A field for what is left of a heap that is too large to be drawn.
  const field = (place, name, count, move) => {
    const input = make("input", { type: "number", min: "0", max: String(count - 1), "aria-label": `${name}: how many to leave` });
    return [input, make("button", { type: "button", click: () => choose({ place, left: input.value }, move(Number(input.value))) }, "Leave so many")];
  };
  const results = (place) => legal.by.get(place) ?? [];
  const sumOf = (result) => result.split(" ").reduce((sum, part) => sum + Number(part), 0);
  // Whether a heap may be split without taking from it.
  const splits = (place, count) => results(place).some((result) => result.includes(" ") && sumOf(result) === count);
  // Matches of a heap. `pick(i)` returns the data and the move that a choice of match i means; `cut(i)` the same for the gap before it.
  const matches = (place, name, count, { is, can, pick, gaps, words }) => {
    const row = [];
    for (const at of upTo(count)) {
      if (gaps && at > 0) {
        row.push(item({
          class: "gap" + (isPicked({ place, gap: at }) ? " picked" : ""),
          "data-key": `${place}/gap${at}`,
          "aria-label": `${name}: split into ${at} and ${count - at}`,
          click: () => choose({ place, gap: at }, gaps(at)),
        }));
      }
      const classes = ["match", is(at) ? "picked" : "", can(at) ? "" : "no", at % 5 === 0 && at > 0 && !gaps ? "five" : ""];
      row.push(item({
        class: classes.filter(Boolean).join(" "),
        "data-key": `${place}/${at}`,
        "aria-label": `${name}, ${at + 1} of ${count}: ${words(at)}`,
        "aria-pressed": String(is(at)),
        click: () => pick(at),
      }));
    }
    return row;
  };

  // Heaps of which a move takes from the end, and may split; the numbers after the first say what was taken before.
  const drawHeaps = (position) => position.places.map(({ numbers, text }, place) => {
    const name = nameOf(position, place);
    const count = Number(numbers[0] ?? 0);
    const left = new Map(results(place).filter((result) => !result.includes(" ")).map((result) => [Number(result.split(",")[0]), result]));
    const hasGaps = splits(place, count);
    const move = (at) => `${place + 1} ${left.get(at) ?? at}`;
    const note = position.game === "fibonacci" && numbers[1] ? `take at most ${Math.min(numbers[1], count)}`
      : position.game === "distinct" && numbers.length > 1 ? `not ${numbers.slice(1).join(", ")}` : "";
    if (count > MOST_STONES || position.places.length > MOST_HEAPS) {
      return heap(place, text, name, ...(count > 0 ? field(place, name, count, move) : []));
    }
    return noted(place, count, name, note, ...matches(place, name, count, {
      is: (at) => picked?.data.place === place && at >= picked.data.left,
      can: (at) => left.has(at) || hasGaps || legal.more,
      pick: (at) => choose({ place, left: at }, move(at)),
      gaps: hasGaps ? (at) => `${place + 1} ${at} ${count - at}` : null,
      words: (at) => `take ${count - at}, leave ${at}`,
    }));
  });

  // Rows of which a move takes neighbours: two ends are chosen.
  const drawRows = (position) => position.places.map(({ numbers }, place) => {
    const name = nameOf(position, place);
    const count = Number(numbers[0] ?? 0);
    if (count > MOST_STONES || position.places.length > MOST_HEAPS) return heap(place, count, name);
    const range = (from, to) => {
      const rest = [from, count - 1 - to].filter((part) => part > 0);
      return `${place + 1} ${rest.length ? rest.join(" ") : 0}`;
    };
    const sums = results(place).map(sumOf);
    const most = legal.more ? count : count - Math.min(count, ...sums);
    const pick = (at) => {
      const { from, to, place: old } = picked?.data ?? {};
      // A second end, as far from the first as a move may reach; another choice begins anew.
      const [start, end] = [Math.min(from, at), Math.max(to, at)];
      const isEnd = old === place && from !== undefined && (at < from || at > to) && end - start < most;
      const [first, last] = isEnd ? [start, end] : [at, at];
      if (old === place && at >= from && at <= to && picked.legal) return play(picked.move);
      choose({ place, from: first, to: last }, range(first, last));
    };
    const hasGaps = splits(place, count);
    return heap(place, count, name, ...matches(place, name, count, {
      is: (at) => picked?.data.place === place && at >= picked.data.from && at <= picked.data.to,
      can: () => results(place).length > 0 || legal.more,
      pick,
      gaps: hasGaps ? (at) => `${place + 1} ${at} ${count - at}` : null,
      words: () => "begin or end of what is taken",
    }));
  });

  // A pair as a square of a board, which goes left, up, or both.
  const drawGrid = (position) => position.places.map(({ numbers }, place) => {
    const [a, b] = numbers.map(Number);
    const [wide, high] = played.first.places[place].numbers.map(Number);
    if (Math.max(wide, high) > MOST_GRID) return heap(place, `${a}, ${b}`, nameOf(position, place));
    const goals = new Set(results(place));
    const axis = (text) => make("span", { class: "axis", "aria-hidden": "true" }, text);
    const cells = [axis(""), ...upTo(wide + 1).map((x) => axis(x))];
    for (const y of upTo(high + 1)) {
      cells.push(axis(y));
      for (const x of upTo(wide + 1)) {
        const data = { place, to: [x, y] };
        if (x === a && y === b) cells.push(make("span", { class: "token" }, make("span", { "aria-hidden": "true" }, "♛"), make("span", { class: "unseen" }, `the pair is ${a}, ${b}`)));
        else if (goals.has(`${x},${y}`)) {
          cells.push(item({
            class: isPicked(data) ? "cell picked" : "cell",
            "data-key": `${place}/${x},${y}`,
            "aria-label": `${nameOf(position, place)}: to ${x}, ${y}`,
            "aria-pressed": String(isPicked(data)),
            click: () => choose(data, `${place + 1} ${x},${y}`),
          }));
        } else cells.push(make("span"));
      }
    }
    const size = `min(2.2rem, calc((100vw - 5.5rem) / ${wide + 2}))`;
    return make("div", { class: "place" },
      make("p", { class: "quiet" }, `${nameOf(position, place)}: ${a} to the left, ${b} up`),
      make("div", { class: "grid", style: `grid-template-columns: repeat(${wide + 2}, ${size})` }, ...cells));
  });

  // Two numbers as a rectangle, of which squares are cut off.
  const drawRectangles = (position) => position.places.map(({ numbers }, place) => {
    const [a, b] = numbers.map(Number);
    const [small, large] = [Math.min(a, b), Math.max(a, b)];
    const name = nameOf(position, place);
    const squares = small > 0 ? Math.floor(large / small) : 0;
    if (squares === 0 || squares > 16) return heap(place, `${a}, ${b}`, name);
    const result = (times) => [a, b].map((number, at) => (at === (a >= b ? 0 : 1) ? large - times * small : number)).join(",");
    const cut = upTo(squares).map((at) => item({
      class: picked?.data.place === place && at < picked.data.times ? "square picked" : "square",
      style: `flex: ${small} 1 0`,
      "data-key": `${place}/${at}`,
      "aria-label": `${name}: take ${at + 1} times ${small}, leave ${result(at + 1)}`,
      "aria-pressed": String(picked?.data.place === place && at < picked.data.times),
      click: () => choose({ place, times: at + 1 }, `${place + 1} ${result(at + 1)}`),
    }, String(at + 1)));
    const rest = make("span", { style: `flex: ${large % small} 1 0` });
    return make("div", {}, make("p", { class: "quiet" }, `${name}: ${a}, ${b}. Squares of ${small} are cut off.`),
      make("div", { class: "euclid", style: `aspect-ratio: ${Math.min(large / small, 12)}` }, ...cut, rest));
  });

  // Two heaps, one of which is split while the other goes.
  const drawSplits = (position) => position.places.map(({ numbers }, place) => {
    const name = nameOf(position, place);
    const rows = numbers.map(Number).map((count, at) => {
      if (count > MOST_STONES) return heap(place, count, name);
      const row = upTo(count).flatMap((stone) => [
        stone === 0 ? null : item({
          class: "gap" + (isPicked({ place, at, gap: stone }) ? " picked" : ""),
          "data-key": `${place}/${at}/${stone}`,
          "aria-label": `${name}: keep heap ${at + 1}, split into ${stone} and ${count - stone}`,
          click: () => choose({ place, at, gap: stone }, `${place + 1} ${stone},${count - stone}`),
        }),
        make("span", { class: "match", "aria-hidden": "true" }),
      ]);
      return heap(place, count, `${name}, heap ${at + 1}`, ...row);
    });
    return make("div", {}, make("p", { class: "quiet" }, "Split a heap between two matches; the other heap goes."), ...rows);
  });

  // Heaps that are one component: a choice in several of them is one move.
  const drawWhole = (position) => {
    const numbers = (position.places[0]?.numbers ?? []).map(Number);
    const isStairs = position.game === "staircase";
    const text = (list) => `1 ${list.length ? list.join(",") : 0}`;
    if (position.game.startsWith("merge")) {
      const chosen = picked?.data.heaps ?? [];
      const pick = (at) => {
        const heaps = chosen.includes(at) ? without(chosen, [at]) : [...chosen, at].slice(-2);
        const rest = numbers.filter((_, index) => !heaps.includes(index));
        const sum = heaps.reduce((sum, index) => sum + numbers[index], 0);
        choose(heaps.length ? { heaps } : null, heaps.length === 2 ? text([...rest, sum].sort((a, b) => a - b)) : null);
      };
      return [make("p", { class: "quiet" }, "Choose two heaps to join."), make("div", { class: "piles" }, ...numbers.map((number, at) => item({
        class: chosen.includes(at) ? "pile picked" : "pile",
        "data-key": `pile${at}`, "aria-pressed": String(chosen.includes(at)), "aria-label": `heap ${at + 1} of ${number}`,
        click: () => pick(at),
      }, String(number))))];
    }
    const left = picked?.data.left ?? {};
    const after = (chosen) => {
      const list = [...numbers];
      for (const [at, stays] of Object.entries(chosen)) {
        if (isStairs && at > 0) list[at - 1] += list[at] - stays;
        list[at] = stays;
      }
      return list;
    };
    const pick = (at, stays) => {
      if (picked?.legal && left[at] === stays) return play(picked.move);
      const { [at]: old, ...others } = left;
      const chosen = isStairs ? { [at]: stays } : old === stays ? others : { ...others, [at]: stays };
      choose(Object.keys(chosen).length ? { left: chosen } : null, text(after(chosen)));
    };
    const rows = numbers.map((count, at) => {
      const name = nameOf(position, at);
      if (count > MOST_STONES || numbers.length > MOST_HEAPS) {
        return heap(at, count, name, ...(count > 0 ? field(at, name, count, (stays) => text(after({ [at]: stays }))) : []));
      }
      return heap(at, count, name, ...matches(at, name, count, {
        is: (match) => left[at] !== undefined && match >= left[at],
        can: () => true,
        pick: (match) => pick(at, match),
        gaps: null,
        words: (match) => (isStairs && at > 0 ? `move ${count - match} a step down` : `take ${count - match}, leave ${match}`),
      }));
    });
    return isStairs ? rows.reverse() : rows;
  };

  // Cells that are turned over.
  const drawCells = (position) => {
    const on = new Set(position.places.flatMap((place) => place.numbers).filter((cell) => cell !== "0").map(Number));
    const isTiles = position.game.startsWith("array");
    const first = played.first.places.flatMap((place) => place.numbers).map(Number);
    const count = isTiles ? Number(position.cells) : Math.max(...first, 1);
    if (count > MOST_CELLS) return [make("p", { class: "quiet" }, `On: ${[...on].join(", ")}`)];
    const turned = picked?.data.turned ?? [];
    const pick = (cell) => {
      const chosen = turned.includes(cell) ? without(turned, [cell]) : [...turned, cell].sort((a, b) => a - b);
      const after = upTo(count + 1).slice(1).filter((other) => on.has(other) !== chosen.includes(other));
      choose(chosen.length ? { turned: chosen } : null, `1 ${after.length ? after.join(",") : 0}`);
    };
    const cells = upTo(count + 1).slice(1).map((cell) => item({
      class: ["coin", isTiles ? "tile" : "", on.has(cell) ? "on" : "", turned.includes(cell) ? "picked" : "", played.last.includes(cell) ? "last" : ""].filter(Boolean).join(" "),
      "data-key": `cell${cell}`,
      "aria-pressed": String(turned.includes(cell)),
      "aria-label": `${isTiles ? "cell" : "coin"} ${cell}, ${on.has(cell) ? (isTiles ? "white" : "head") : (isTiles ? "black" : "tail")}`,
      click: () => pick(cell),
    }, String(cell)));
    return [make("p", { class: "quiet" }, isTiles ? "White cells are filled. Choose all cells to turn over." : "Heads are filled. Choose all coins to turn over."),
      make("div", { class: "cells" }, ...cells)];
  };

  // Pieces in rows, each of which goes to the first empty cell on its right.
  const drawHops = (position) => position.places.map(({ numbers }, place) => {
    const pieces = numbers.map(Number);
    const count = Number(position.game.split(":")[1]);
    if (!(count <= MOST_CELLS)) return heap(place, pieces.join(", "), nameOf(position, place));
    const goal = (cell) => {
      let to = cell + 1;
      while (pieces.includes(to)) to++;
      return to;
    };
    const cells = upTo(count + 1).slice(1).map((cell) => {
      if (!pieces.includes(cell)) return make("span", { class: isPicked({ place, to: cell }) || picked?.data.place === place && goal(picked.data.cell) === cell ? "coin empty goal" : "coin empty" }, String(cell));
      const data = { place, cell };
      const after = [...without(pieces, [cell]), goal(cell)].sort((a, b) => a - b);
      return item({
        class: isPicked(data) ? "coin on piece picked" : "coin on piece",
        "data-key": `${place}/${cell}`,
        "aria-pressed": String(isPicked(data)),
        "aria-label": `${nameOf(position, place)}: piece on cell ${cell} of ${count}`,
        click: () => choose(data, `${place + 1} ${after.join(",")}`),
      }, String(cell));
    });
    return make("div", { class: "cells", role: "group", "aria-label": nameOf(position, place) }, ...cells);
  });

  // Trees on the ground.
  const drawTrees = (position) => [make("div", { class: "trees" }, ...position.places.map((place, at) => drawTree(position, place, at)))];
  const drawTree = (position, { numbers }, place) => {
    const below = numbers.map(Number);
    if (below.length === 0 || below.length > MOST_CELLS) return heap(place, counted(below.length, "edge"), nameOf(position, place));
    const above = [0, ...below].map(() => []);
    below.forEach((lower, index) => above[lower].push(index + 1));
    // Each vertex stands over the middle of its branches; leaves stand side by side.
    const x = [], y = [0];
    let leaves = 0;
    const lay = (vertex) => {
      for (const upper of above[vertex]) {
        y[upper] = y[vertex] + 1;
        lay(upper);
      }
      const ends = above[vertex].map((upper) => x[upper]);
      x[vertex] = ends.length ? (ends[0] + ends[ends.length - 1]) / 2 : leaves++;
    };
    lay(0);
    const falling = (vertex) => [vertex, ...above[vertex].flatMap(falling)];
    const cut = (vertex) => {
      const gone = new Set(falling(vertex));
      const kept = upTo(below.length + 1).filter((other) => !gone.has(other));
      const rest = kept.slice(1).map((other) => kept.indexOf(below[other - 1]));
      return `${place + 1} ${rest.length ? rest.join(",") : "-"}`;
    };
    const [step, high] = [70, Math.max(...y)];
    const [px, py] = [(vertex) => 40 + x[vertex] * step, (vertex) => 20 + (high - y[vertex]) * step];
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
        "aria-label": `${nameOf(position, place)}, edge to vertex ${vertex}: cuts off ${counted(falling(vertex).length, "edge")}`,
        "aria-pressed": String(isPicked(data)),
        click: () => choose(data, cut(vertex)),
      }, draw("line", { class: "branch", ...line }), draw("circle", { class: "knot", cx: px(vertex), cy: py(vertex), r: 7 }), draw("line", { class: "hit", ...line }));
    });
    const height = 40 + high * step;
    return draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": nameOf(position, place) },
      draw("line", { class: "ground", x1: 0, y1: py(0) + 3, x2: width, y2: py(0) + 3 }), ...edges);
  };

  // Tokens on the vertices of a graph, drawn in layers by the longest way to the end.
  const drawGraph = (position) => {
    const arcs = played.laid.graph.split("\n").map((line) => line.replace(/#.*/, "").trim().split(/\s+/)).filter(([from]) => from);
    const after = new Map();
    for (const [from, to] of arcs) {
      for (const vertex of [from, to]) if (vertex !== undefined && !after.has(vertex)) after.set(vertex, []);
      if (to !== undefined && !after.get(from).includes(to)) after.get(from).push(to);
    }
    if (after.size > MOST_CELLS) return [make("p", { class: "quiet" }, `Tokens: ${position.places.map((place) => place.text).join(", ")}`)];
    const depth = new Map();
    const deep = (vertex) => {
      if (!depth.has(vertex)) depth.set(vertex, Math.max(-1, ...after.get(vertex).map(deep)) + 1);
      return depth.get(vertex);
    };
    [...after.keys()].forEach(deep);
    const layers = [];
    for (const [vertex, layer] of depth) (layers[layer] ??= []).push(vertex);
    const wide = Math.max(...layers.map((layer) => layer.length));
    const at = new Map();
    layers.forEach((layer, level) => layer.sort().forEach((vertex, index) =>
      // Layers are shifted against each other, so that long edges pass beside vertices.
      at.set(vertex, [50 + (index + (wide - layer.length) / 2 + (level % 2) * .3) * 110, 40 + (layers.length - 1 - level) * 100])));
    // The token that was asked for, or the first that can move.
    const able = upTo(position.places.length).filter((place) => results(place).length > 0);
    const token = able.includes(played.token) ? played.token : able[0] ?? 0;
    const held = position.places[token]?.text;
    const goals = new Set(results(token));
    const lines = arcs.filter(([, to]) => to !== undefined).map(([from, to]) => {
      const [[x1, y1], [x2, y2]] = [at.get(from), at.get(to)];
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
      return draw("line", { class: "arc", x1: x1 + dx * 24, y1: y1 + dy * 24, x2: x2 - dx * 30, y2: y2 - dy * 30, "marker-end": "url(#arrow)" });
    });
    const vertices = [...at].map(([vertex, [x, y]]) => {
      const tokens = position.places.flatMap((place, index) => (place.text === vertex ? [index + 1] : []));
      const isGoal = goals.has(vertex);
      const data = { place: token, vertex };
      const classes = ["vertex", isGoal ? "goal" : "", isPicked(data) ? "picked" : "", vertex === held ? "held" : ""];
      const attributes = isGoal
        ? { role: "button", tabindex: "-1", "data-key": `v${vertex}`, "aria-pressed": String(isPicked(data)), "aria-label": `${tokens.join("+")}${vertex}: token ${token + 1} moves here from ${held}`, click: () => choose(data, `${token + 1} ${vertex}`) }
        : {};
      return draw("g", { class: classes.filter(Boolean).join(" "), ...attributes },
        draw("circle", { class: "body", cx: x, cy: y, r: 22 }),
        tokens.length ? draw("circle", { class: "token", cx: x, cy: y, r: 15 }) : null,
        draw("text", { x, y: y + 5, "text-anchor": "middle", class: tokens.length ? "in-token" : "" }, tokens.length ? tokens.join("+") : vertex),
        tokens.length ? draw("text", { x: x + 24, y: y - 14 }, vertex) : null);
    });
    const [width, height] = [100 + (wide - 1 + .3) * 110, 80 + (layers.length - 1) * 100];
    const arrow = draw("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto" }, draw("path", { d: "M0 0L10 5L0 10z", fill: "currentColor" }));
    const several = position.places.length < 2 ? [] : [make("p", { class: "tools", role: "group", "aria-label": "Token to move" }, "Token",
      ...position.places.map((place, index) => make("button", {
        type: "button", "aria-pressed": String(index === token), class: index === token ? "main" : "",
        click: () => { played.token = index; choose(null, null); },
      }, `${index + 1}: ${place.text}`)))];
    return [...several, draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "graph" }, draw("defs", {}, arrow), ...lines, ...vertices)];
  };

  const view = (position) => {
    const { game, kind } = position;
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

  // ---- The board ----

  // The place on the screen that had the focus before the computer moved.
  let away = null;
  const items = () => [...find("board").querySelectorAll("[data-key]")];
  const drawBoard = () => {
    const board = find("board");
    const focused = board.contains(document.activeElement) ? document.activeElement : null;
    const key = focused?.dataset.key;
    const place = focused?.getBoundingClientRect();
    board.replaceChildren(...(played ? view(played.now) : []));
    board.inert = played?.turn !== "you";
    const all = items();
    const next = all.find((one) => one.dataset.key === key) ?? (place && nearest(all, place, () => true)) ?? null;
    const first = next ?? all[0];
    if (first) first.setAttribute("tabindex", "0");
    if (focused && !board.inert) next?.focus();
    // While the computer moves, nothing of the board has the focus, which goes back there.
    if (focused) away = place;
    else if (away && !board.inert) {
      if (document.activeElement === document.body && all.length) focus(nearest(all, away, () => true));
      away = null;
    }
    drawChoice();
  };
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const nearest = (all, from, is) => {
    const [x, y] = middle(from);
    let best = null;
    for (const one of all) {
      const [left, top] = middle(one.getBoundingClientRect());
      const [dx, dy] = [left - x, top - y];
      if (!is(dx, dy)) continue;
      const away = Math.hypot(dx, dy);
      if (best === null || away < best.away) best = { one, away };
    }
    return best?.one;
  };
  const DIRECTIONS = {
    ArrowRight: (dx, dy) => dx > 1 && Math.abs(dy) <= Math.abs(dx),
    ArrowLeft: (dx, dy) => dx < -1 && Math.abs(dy) <= Math.abs(dx),
    ArrowDown: (dx, dy) => dy > 1 && Math.abs(dx) <= 4 * Math.abs(dy),
    ArrowUp: (dx, dy) => dy < -1 && Math.abs(dx) <= 4 * Math.abs(dy),
  };
  const focus = (one) => {
    items().forEach((other) => other.setAttribute("tabindex", "-1"));
    one.setAttribute("tabindex", "0");
    one.focus();
  };
  find("board").addEventListener("keydown", (event) => {
    const current = event.target.closest("[data-key]");
    if (!current || event.ctrlKey || event.altKey || event.metaKey) return;
    const is = DIRECTIONS[event.key];
    if (is) {
      const next = nearest(items().filter((one) => one !== current), current.getBoundingClientRect(), is);
      if (next) focus(next);
      event.preventDefault();
    } else if (event.key === "Enter" && picked?.legal && current.getAttribute("aria-pressed") === "true") {
      play(picked.move);
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && current.tagName !== "BUTTON") {
      // SVG elements are no buttons by themselves.
      current.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      event.preventDefault();
    }
  });

  // ---- Hints ----

  const bits = (value, width) => BigInt(value).toString(2).padStart(width, "0");
  // The values in binary, a row for each, and the columns with an odd number of ones marked.
  const columns = (position) => {
    const rows = parts(position);
    if (rows.length < 2 || rows.length > 40 || position.sum === null || position.sum === undefined) return null;
    const width = Math.max(...rows.map(({ value }) => BigInt(value).toString(2).length), 1);
    const sum = bits(position.sum, width);
    const cells = (text) => [...text].map((bit, at) => make("td", { class: sum[at] === "1" ? "odd" : "" }, bit));
    const one = position.places[0]?.values ? (at) => (position.kind === "board" ? "Place" : nameOf(position, at)) : (at) => nameOf(position, at);
    return make("table", {}, make("caption", { class: "unseen" }, "Values in binary"),
      make("thead", {}, make("tr", {}, make("td", {}), make("th", { scope: "col" }, "is"), make("th", { scope: "col" }, "value"),
        ...upTo(width).map((at) => make("th", { scope: "col" }, String(2n ** BigInt(width - 1 - at)))))),
      make("tbody", {}, ...rows.map(({ at, number, value }) => make("tr", {}, make("th", { scope: "row" }, one(at)), make("td", {}, number), make("td", {}, value), ...cells(bits(value, width))))),
      make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "Nim-sum"), make("td", {}), make("td", {}, position.sum), ...cells(sum))));
  };
  const hide = () => {
    find("hints").hidden = true;
    find("hint").setAttribute("aria-expanded", "false");
  };
  const hint = () => {
    if (!find("hints").hidden || played?.turn !== "you") return hide();
    const position = played.now;
    const children = [];
    if (position.refusal) {
      children.push(make("p", {}, `It is not known who wins: ${position.refusal}.`));
    } else {
      const who = position.wins ? "You can win" : "Every move loses against perfect play";
      children.push(make("p", {}, `${who}: ${position.reason}.`));
      const table = columns(position);
      if (table) children.push(table, make("p", { class: "quiet" }, position.sum === "0" ? "Every column has an even number of ones." : "Columns with an odd number of ones are marked; a move that wins makes all of them even" + (position.misere ? ", but for the end of misère play." : ".")));
      if (position.wins) {
        const answer = ask({ ask: "hint" });
        if (answer.error) children.push(make("p", {}, `The winning moves are not known: ${answer.error}.`));
        else {
          const most = 40;
          children.push(make("p", {}, answer.moves.length === 1 ? "This move wins:" : "These moves win:"),
            make("div", { class: "moves" }, ...answer.moves.slice(0, most).map((move) =>
              make("button", { type: "button", "data-move": move, click: () => { choose({ move }, move); find("move").focus(); } }, told(position, move)))));
          if (answer.moves.length > most) children.push(make("p", { class: "quiet" }, "There are more."));
        }
      }
    }
    find("hints").replaceChildren(...children);
    find("hints").hidden = false;
    find("hint").setAttribute("aria-expanded", "true");
  };

  // ---- Play ----

  const MOST_SHOWN = 300;
  const say = (text, kind = "") => {
    find("message").textContent = text;
    find("message").className = kind;
  };
  const list = () => {
    const answer = played.now.over ? { moves: [], more: false } : ask({ ask: "moves" });
    const moves = answer.moves ?? [];
    legal = { moves, by: new Map(), more: answer.more ?? true };
    for (const move of moves) {
      const space = move.indexOf(" ");
      const place = Number(move.slice(0, space)) - 1;
      if (!legal.by.has(place)) legal.by.set(place, []);
      legal.by.get(place).push(move.slice(space + 1));
    }
    drawLegal();
  };
  const drawLegal = () => {
    if (!find("all").open || !played) return find("legal").replaceChildren();
    const mine = played.turn === "you";
    const shown = mine ? legal.moves.slice(0, MOST_SHOWN) : [];
    const rest = legal.more ? "; there are more" : legal.moves.length > shown.length ? `; the first ${shown.length} are shown` : "";
    find("legal-count").textContent = mine ? counted(legal.moves.length, "move") + rest : "";
    find("legal").replaceChildren(make("div", { class: "moves" }, ...shown.map((move) =>
      make("button", { type: "button", title: told(played.now, move), click: () => choose({ move }, move) }, move))));
  };
  const drawLog = () => {
    find("log").replaceChildren(...(played?.moves ?? []).map((entry) =>
      make("li", {}, `${entry.by === "you" ? "You" : "The computer"} – ${told(entry.before, entry.move)}`, make("span", { class: "why" }, explained(entry)))));
    find("log").lastElementChild?.scrollIntoView?.({ block: "nearest" });
    find("score").textContent = score.won + score.lost ? `Games: ${score.won} won, ${score.lost} lost.` : "";
  };
  // What changed: components, or cells that were turned over.
  const changed = ({ before, after, move }) => {
    if (before.kind === "board") {
      const [a, b] = [before, after].map((position) => position.places.flatMap((place) => place.numbers).map(Number));
      return [...without(a, b), ...without(b, a)];
    }
    const [a, b] = [before.places[0]?.numbers ?? [], after.places[0]?.numbers ?? []];
    if (before.kind === "whole") return upTo(b.length).filter((at) => a[at] !== b[at]);
    return upTo(Math.max(1, move.split(" ").length - 1)).map((more) => Number(move.split(" ")[0]) - 1 + more);
  };
  const summary = () => {
    const mine = played.moves.filter((entry) => entry.by === "you" && !entry.after.refusal && !entry.before.refusal);
    const errors = mine.filter((entry) => entry.before.wins && entry.after.wins).length;
    const good = mine.filter((entry) => !entry.after.wins).length;
    return ` You made ${counted(played.moves.filter((entry) => entry.by === "you").length, "move")}: ${good} winning, ${errors} that gave a won game away.`;
  };
  // Begins the next turn, of `side`.
  const turn = (side) => {
    picked = null;
    hide();
    const { now } = played;
    if (now.over) {
      // Whoever is to move has none.
      const isWon = (side === "you") === now.misere;
      played.turn = null;
      if (!played.counted) score[isWon ? "won" : "lost"]++;
      played.counted = true;
      say((isWon ? "You have won." : "The computer has won.") + summary(), isWon ? "won" : "lost");
    } else {
      played.turn = side;
      const last = played.moves[played.moves.length - 1];
      const done = last?.by === "computer" ? `The computer: ${told(last.before, last.move)}. ` : "";
      say(side === "you" ? done + "Your move." : "The computer thinks …");
    }
    list();
    drawBoard();
    drawLog();
    if (played.turn === "computer") {
      const current = played;
      const reply = () => {
        if (played !== current || played.turn !== "computer") return;
        made("computer", ask({ ask: "reply", level: played.level, seed: seed() }));
      };
      setTimeout(reply, matchMedia("(prefers-reduced-motion: reduce)").matches ? 50 : 450);
    }
  };
  const made = (by, answer) => {
    if (answer.error) return say(answer.error, "lost");
    const entry = { by, move: answer.move, before: played.now, after: answer };
    played.moves.push(entry);
    played.now = answer;
    played.last = changed(entry);
    turn(by === "you" ? "computer" : "you");
  };
  const play = (move) => {
    if (played?.turn === "you") made("you", ask({ ask: "make", move }));
  };
  const begin = () => {
    const position = find("position").value.replace(/;/g, " ").trim();
    const laid = { ask: "lay", game: notation(), graph: find("graph").value, position, misere: find("misere").value !== "" };
    const now = ask(laid);
    find("refusal").textContent = now.error ?? "";
    if (now.error) return restore();
    const { value } = find("first");
    const first = value === "random" ? (Math.random() < .5 ? "you" : "computer") : value === "me" ? "you" : "computer";
    played = { laid, first: now, now, moves: [], last: [], level: find("level").value, side: first };
    turn(first);
    remember();
  };
  const undo = () => {
    if (!played || played.turn === "computer") return;
    const mine = played.moves.map((entry) => entry.by).lastIndexOf("you");
    if (mine < 0) return say("There is nothing to undo.");
    const now = ask({ ask: "undo", count: played.moves.length - mine });
    if (now.error) return say(now.error, "lost");
    played.moves.length = mine;
    played.now = now;
    played.last = mine ? changed(played.moves[mine - 1]) : [];
    turn("you");
  };

  // ---- Setup ----

  const notation = () => (takesArgument() || entry().graph ? find("notation").value.trim() : entry().name);
  const deal = () => {
    const answer = ask({ ask: "random", game: notation(), graph: find("graph").value, seed: seed() });
    find("refusal").textContent = answer.error ?? "";
    if (answer.position) find("position").value = answer.position;
    return !answer.error;
  };
  // Text in which backquotes enclose what is typed.
  const typed = (text) => text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));
  const select = (name) => {
    find("game").value = name;
    const chosen = entry();
    find("rule").replaceChildren(...typed(chosen.rule.charAt(0).toUpperCase() + chosen.rule.slice(1) + "."));
    find("notation-row").hidden = !takesArgument();
    find("notation").value = chosen.graph ? "graph:graph" : chosen.example;
    find("graph-row").hidden = !chosen.graph;
    find("position").value = chosen.position;
    find("heap").replaceChildren("For each component: ", ...typed(chosen.heap + "."));
  };
  // The fragment of the address holds the setup, so that a link leads to a position.
  const KEYS = ["misere", "first", "level"];
  const remember = () => {
    const values = new URLSearchParams({ game: played.laid.game, position: played.laid.position });
    for (const key of KEYS) if (find(key).selectedIndex > 0) values.set(key, find(key).value);
    if (entry().graph) values.set("graph", played.laid.graph);
    history.replaceState(null, "", "#" + values);
  };
  const recall = () => {
    const values = new URLSearchParams(location.hash.slice(1));
    const game = values.get("game") ?? "nim";
    const known = (name) => catalogue.find((entry) => entry.name === name)?.name;
    select(known(game) ?? known(game.split(":")[0]) ?? (/^\d*\./.test(game) ? "0." : "nim"));
    if (takesArgument() && values.has("game")) find("notation").value = game;
    if (values.has("position")) find("position").value = values.get("position");
    if (values.has("graph")) find("graph").value = values.get("graph");
    for (const key of KEYS) {
      const options = [...find(key).options].map((option) => option.value);
      if (options.includes(values.get(key))) find(key).value = values.get(key);
    }
  };

  find("form").addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  find("game").addEventListener("change", () => {
    select(find("game").value);
    begin();
  });
  find("random").addEventListener("click", () => deal() && begin());
  find("undo").addEventListener("click", undo);
  find("hint").addEventListener("click", hint);
  find("move").addEventListener("click", () => picked?.legal && play(picked.move));
  find("all").addEventListener("toggle", drawLegal);
  find("take").addEventListener("click", () => {
    const move = find("typed").value.trim();
    if (played?.turn !== "you" || !move) return;
    choose({ move }, move);
    if (picked && !picked.legal) find("choice").textContent = picked.why;
  });
  find("typed").addEventListener("keydown", (event) => event.key === "Enter" && find("take").click());
  const explain = () => find("log").classList.toggle("bare", !find("explain").checked);
  find("explain").addEventListener("change", explain);

  // ---- Dark, light and keys ----

  const isDark = () => getComputedStyle(document.body).colorScheme === "dark"
    || document.documentElement.style.colorScheme === "" && matchMedia("(prefers-color-scheme: dark)").matches;
  const nameTheme = () => (find("theme").textContent = isDark() ? "Light" : "Dark");
  find("theme").addEventListener("click", () => {
    document.documentElement.style.colorScheme = isDark() ? "light" : "dark";
    nameTheme();
  });
  find("keys").addEventListener("click", () => find("help").showModal());
  const KEY = {
    m: () => find("move").click(),
    "?": hint,
    e: () => find("explain").click(),
    u: undo,
    n: begin,
    r: () => find("random").click(),
    t: () => find("theme").click(),
    k: () => find("keys").click(),
    Escape: () => played && choose(null, null),
  };
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog");
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEY)) return;
    KEY[event.key]();
    event.preventDefault();
  });

  // ---- The start ----

  nameTheme();
  find("main").hidden = false;
  try {
    const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    compiled = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    start();
  } catch (error) {
    say(`This browser cannot run the page: it needs WebAssembly and DecompressionStream (${error.message}).`, "lost");
    return;
  }
  const known = ask({ ask: "catalogue" });
  catalogue = known.games;
  find("level").append(...known.levels.map(({ name, says }) => make("option", { value: name }, `${name}: ${says}`)));
  find("game").append(...catalogue.map((entry) => make("option", { value: entry.name }, entry.notation)));
  recall();
  begin();
})();
