// The value over the game as a curve; what threw something away is a mark that can be clicked.

import { el, svg } from "./dom.js";
import { t } from "./words.js";

const HEIGHT = 96;
const PAD = 14;

export function drawGraph(place, graph, history, ply, aim, jump) {
  const known = graph.filter((point) => point.level !== null);
  if (graph.length < 2 || !known.length) {
    place.replaceChildren(el("p", { class: "quiet" }, t("The graph begins with the first move.")));
    return;
  }
  const width = 320;
  const x = (at) => PAD + ((width - 2 * PAD) * at) / (graph.length - 1);
  const y = (level) => PAD + (HEIGHT - 2 * PAD) * (1 - level);
  const root = svg("svg", {
    class: "graph",
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "group",
    "aria-label": t("The value over the game"),
  });
  if (aim === "win") {
    root.append(svg("line", { class: "middle", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
  }
  let path = "";
  let pen = false;
  for (const point of graph) {
    if (point.level === null) {
      pen = false;
      continue;
    }
    path += `${pen ? "L" : "M"}${x(point.ply).toFixed(1)} ${y(point.level).toFixed(1)}`;
    pen = true;
  }
  root.append(svg("path", { class: "curve", d: path }));
  if (graph[ply] && graph[ply].level !== null) {
    const here = { class: "here", x1: x(ply), x2: x(ply), y1: 4, y2: HEIGHT - 4 };
    root.append(svg("line", here));
  }
  for (const point of graph) {
    if (point.level === null) continue;
    const cx = x(point.ply);
    const cy = y(point.level);
    if (!point.blunder) {
      root.append(svg("circle", { class: "dot", cx, cy, r: graph.length > 60 ? 1.5 : 3 }));
    }
  }
  for (const point of graph.filter((one) => one.blunder)) {
    const [cx, cy] = [x(point.ply), y(point.level)];
    const words = t("Move {number}, {move}: {lost}", {
      number: point.ply + 1,
      move: history[point.ply],
      lost: point.lost,
    });
    const go = () => jump(point.ply);
    root.append(
      svg(
        "g",
        {
          class: "blunder",
          role: "button",
          tabindex: 0,
          "aria-label": words,
          "data-ply": point.ply,
          onclick: go,
          onkeydown: (event) => {
            if (event.key === "Enter" || event.key === " ") {
              event.preventDefault();
              go();
            }
          },
        },
        svg("title", {}, words),
        svg("circle", { class: "target", cx, cy, r: 13 }),
        svg("rect", {
          x: cx - 6,
          y: cy - 6,
          width: 12,
          height: 12,
          transform: `rotate(45 ${cx} ${cy})`,
        }),
        svg("path", { d: `M${cx} ${cy - 4}v4.5M${cx} ${cy + 3}v1` }),
      ),
    );
  }
  root.addEventListener("click", (event) => {
    if (event.target.closest(".blunder")) return;
    const box = root.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    const near = Math.round(((at - PAD) / (width - 2 * PAD)) * (graph.length - 1));
    jump(Math.max(0, Math.min(graph.length - 1, near)));
  });
  place.replaceChildren(root);
}
