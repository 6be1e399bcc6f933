// Graph of the value during the game, with its sides labelled. Mistakes are marked; a click goes to
// the position there.

import { svg } from "../core/dom.js";
import { t } from "../core/words.js";

const [WIDTH, HEIGHT] = [340, 104];
const [LEFT, RIGHT, TOP, BOTTOM] = [92, 328, 14, 90];

const y = (level) => BOTTOM - (BOTTOM - TOP) * level;

/** @param {import("../transport/talk.js").Seen} seen @param {Api.Point[]} points */
export function drawGraph(place, seen, points, jump) {
  // Levels are those of the first player; what is good for the person who plays second is above, too.
  const graph = points.map((point) =>
    seen.person === 1 && point.level !== null ? { ...point, level: 1 - point.level } : point,
  );
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
  for (const point of graph) if (point.level !== null) root.append(dot(point, x, graph.length));
  for (const point of graph) {
    if (point.mark && point.level !== null) root.append(mistake(point, x, seen.history, jump));
  }
  root.addEventListener("click", (event) => {
    if (event.target.closest(".mistake")) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
    const near = Math.round(((at.x - LEFT) / (RIGHT - LEFT)) * (graph.length - 1));
    jump(Math.max(0, Math.min(graph.length - 1, near)));
  });
  place.replaceChildren(root);
}

// What is above and what below: for two players who wins, for a puzzle whether it can be solved.
/** @param {import("../transport/talk.js").Seen} seen */
function sides({ board, person, names }) {
  const label = (level, words) => svg("text", { class: "side", x: 4, y: y(level) + 4 }, words);
  const line = (level, name) => svg("line", { class: name, x1: LEFT - 6, x2: RIGHT + 6, y1: y(level), y2: y(level) });
  if (board.players.length) {
    const won = (side) => {
      if (person === null) return t("{player} wins", { player: names[side] });
      return side === person ? t("You win") : t("You lose");
    };
    const above = person === 1 ? 1 : 0;
    return [line(0.5, "middle"), label(1, won(above)), label(0.5, t("draw")), label(0, won(1 - above))];
  }
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

function curve(graph, x) {
  let path = "";
  let pen = "M";
  for (const point of graph) {
    if (point.level !== null) path += `${pen}${x(point.ply).toFixed(1)} ${y(point.level).toFixed(1)}`;
    pen = point.level === null ? "M" : "L";
  }
  return path;
}

function dot(point, x, count) {
  return svg("circle", { class: "dot", cx: x(point.ply), cy: y(point.level), r: count > 60 ? 1.5 : 3 });
}

/** @param {Api.Point} point */
function mistake(point, x, history, jump) {
  const [cx, cy] = [x(point.ply), y(point.level)];
  const details = { number: point.ply, move: history[point.ply - 1], lost: point.comment };
  const words = t("Move {number}, {move}: {lost}", details);
  const go = () => jump(point.ply);
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
