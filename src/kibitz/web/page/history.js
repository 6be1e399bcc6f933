// The list of moves: each can be clicked to go to the position after it.

import { el } from "./dom.js";
import { t } from "./words.js";

export function drawHistory(place, seen, jump) {
  const entry = (ply, words) =>
    el(
      "button",
      {
        type: "button",
        class: ply === seen.ply ? "here" : ply > seen.ply ? "undone" : null,
        "aria-current": ply === seen.ply ? "step" : null,
        "data-ply": ply,
        onclick: () => jump(ply),
      },
      words,
    );
  const items = [el("li", { class: "origin" }, entry(0, t("Start")))];
  seen.history.forEach((move, index) => {
    const number = el("span", { class: "number", "aria-hidden": "true" }, `${index + 1}.`);
    items.push(el("li", {}, number, entry(index + 1, move)));
  });
  place.replaceChildren(...items);
  const here = place.querySelector(".here");
  if (here) {
    const top = here.offsetTop - place.offsetTop;
    if (top < place.scrollTop || top > place.scrollTop + place.clientHeight - 40) {
      place.scrollTop = top - place.clientHeight / 2;
    }
  }
}
