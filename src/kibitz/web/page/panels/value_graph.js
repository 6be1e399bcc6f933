// Graph of the value during the game, with its sides labelled. Mistakes are marked; a click goes to
// the position there.

import { svg } from "../core/dom.js";
import { t } from "../core/words.js";

const [WIDTH, HEIGHT] = [340, 104];
const [LEFT, RIGHT, TOP, BOTTOM] = [92, 328, 14, 90];

/**
 * @typedef {import("../transport/talk.js").Seen} Seen
 * @typedef {Api.Point & { level: number }} Known a point whose value is known
 */

/** @param {number} level */
const y = (level) => BOTTOM - (BOTTOM - TOP) * level;

/** @param {Api.Point} point @returns {point is Known} */
const isKnown = (point) => point.level !== null;

/** @param {HTMLElement} place @param {Seen} seen @param {Api.Point[]} points @param {(ply: number) => void} jump */
export function drawGraph(place, seen, points, jump) {
  // Levels are those of the first player; what is good for the person who plays second is above, too.
  const graph = points.map((point) =>
    seen.person === 1 && point.level !== null ? { ...point, level: 1 - point.level } : point,
  );
  /** @param {number} ply */
  const x = (ply) => LEFT + ((RIGHT - LEFT) * ply) / Math.max(1, graph.length - 1);
  const root = svg("svg", {
    class: "graph",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "group",
    "aria-label": t("The value over the game"),
  });
  root.append(...sides(seen));
  if (seen.ply < graph.length) {
    root.append(svg("line", { class: "here", x1: x(seen.ply), x2: x(seen.ply), y1: 6, y2: HEIGHT - 6 }));
  }
  root.append(svg("path", { class: "curve", d: curve(graph, x) }));
  const known = graph.filter(isKnown);
  root.append(...known.map((point) => dot(x(point.ply), y(point.level), graph.length)));
  for (const point of known.filter(({ mark }) => mark)) {
    root.append(mistake(point, x(point.ply), y(point.level), seen.history[point.ply - 1], () => jump(point.ply)));
  }
  root.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest(".mistake")) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM()?.inverse());
    const near = Math.round(((at.x - LEFT) / (RIGHT - LEFT)) * (graph.length - 1));
    jump(Math.max(0, Math.min(graph.length - 1, near)));
  });
  place.replaceChildren(root);
}

// What is above and what below: for two players who wins, for a puzzle whether it can be solved.
/** @param {Seen} seen */
function sides({ board, person, names }) {
  /** @param {number} level @param {string} words */
  const label = (level, words) => svg("text", { class: "side", x: 4, y: y(level) + 4 }, words);
  if (board.players.length) {
    const middle = { class: "middle", x1: LEFT - 6, x2: RIGHT + 6, y1: y(0.5), y2: y(0.5) };
    /** @param {number} side */
    const won = (side) => {
      if (person === null) return t("{player} wins", { player: names[side] });
      return side === person ? t("You win") : t("You lose");
    };
    const above = person === 1 ? 1 : 0;
    return [svg("line", middle), label(1, won(above)), label(0.5, t("draw")), label(0, won(1 - above))];
  }
  /** @param {number} top @param {number} bottom @param {string} name */
  const box = (top, bottom, name) =>
    svg("rect", { class: name, x: LEFT - 6, width: RIGHT - LEFT + 12, y: top, height: bottom - top });
  const border = y(0.45);
  return [
    box(6, border, "side-good"),
    box(border, HEIGHT - 6, "side-bad"),
    label(0.8, t("solvable")),
    label(0.15, t("unsolvable")),
  ];
}

/** @param {Api.Point[]} graph @param {(ply: number) => number} x */
function curve(graph, x) {
  let path = "";
  let pen = "M";
  for (const point of graph) {
    if (point.level !== null) path += `${pen}${x(point.ply).toFixed(1)} ${y(point.level).toFixed(1)}`;
    pen = point.level === null ? "M" : "L";
  }
  return path;
}

/** @param {number} cx @param {number} cy @param {number} count */
const dot = (cx, cy, count) => svg("circle", { class: "dot", cx, cy, r: count > 60 ? 1.5 : 3 });

/** @param {Api.Point} point @param {number} cx @param {number} cy @param {string} move @param {() => void} go */
function mistake(point, cx, cy, move, go) {
  const words = t("Move {number}, {move}: {lost}", { number: point.ply, move, lost: point.comment });
  const kind = point.mark === "?!" ? "longer" : "worse";
  const size = kind === "worse" ? 6 : 4;
  const edge = { x: cx - size, y: cy - size, width: 2 * size, height: 2 * size };
  return svg(
    "g",
    {
      class: `mistake ${kind}`,
      role: "button",
      tabindex: 0,
      "aria-label": words,
      "data-ply": point.ply,
      onclick: go,
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        go();
      },
    },
    svg("title", {}, words),
    svg("circle", { class: "target", cx, cy, r: 13 }),
    svg("rect", { ...edge, transform: `rotate(45 ${cx} ${cy})` }),
    kind === "worse" && svg("path", { d: `M${cx} ${cy - 4}v4.5M${cx} ${cy + 3}v1` }),
  );
}
