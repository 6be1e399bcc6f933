// The list of moves: each can be clicked to go to the position after it. A mark tells a mistake.

import { el } from "./dom.js";
import { t } from "./words.js";

export function drawHistory(place, seen, graph, go) {
  const entry = (ply, words) => {
    const { mark = "", comment = "" } = graph[ply] || {};
    return el(
      "button",
      {
        type: "button",
        class: ply === seen.ply ? "here" : ply > seen.ply ? "undone" : null,
        "aria-current": ply === seen.ply ? "step" : null,
        "data-ply": ply,
        title: comment || null,
        onclick: () => go(ply),
      },
      words,
      mark && el("span", { class: "error-mark", "aria-label": comment }, mark),
    );
  };
  const items = [el("li", { class: "origin" }, entry(0, t("Start")))];
  seen.history.forEach((move, index) => {
    const number = el("span", { class: "number", "aria-hidden": "true" }, `${index + 1}.`);
    items.push(el("li", {}, number, entry(index + 1, move)));
  });
  place.replaceChildren(...items);
  showHere(place);
}

// Scrolls the list, and not the page, so that the move on the board is in sight.
function showHere(place) {
  const here = place.querySelector(".here");
  if (!here) return;
  const [box, at] = [place.getBoundingClientRect(), here.getBoundingClientRect()];
  if (at.top < box.top || at.bottom > box.bottom) {
    place.scrollTop += at.top - box.top - (box.height - at.height) / 2;
  }
}
