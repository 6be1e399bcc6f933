// The start page: every game as a card, with its picture, its variants and its boards.

import { $, el } from "./dom.js";
import { BoardView } from "./boardview.js";
import { settle } from "./choices.js";
import { allGames } from "./names.js";
import { capital, t } from "./words.js";

function card(family) {
  const picture = el("div", { class: "picture", "aria-hidden": "true", inert: true });
  const view = new BoardView(picture);
  view.show(family.board, family.cells);
  view.root.removeAttribute("role");
  const plain = `play#kibitz+${family.example}`;
  const variants = family.variants.filter((one) => one.name).map((one) => variant(family, one));
  const extra = family.board.placed
    ? el("a", { class: "button", href: `play#daily:${family.example}` }, t("Puzzle of the day"))
    : null;
  return el(
    "article",
    { class: "card", "data-game": family.name },
    el("a", { href: plain, class: "face", tabindex: -1, "aria-hidden": "true" }, picture),
    el("h2", {}, el("a", { href: plain }, family.title)),
    el("p", {}, family.summary),
    el("p", { class: "strip" }, el("a", { class: "button primary", href: plain }, t("Play")), extra),
    variants.length > 1 ? el("ul", { class: "variants" }, variants) : null,
  );
}

function variant(family, one) {
  const example = one.example || `${family.name}:${one.name}`;
  const address = one.example ? `play#kibitz+${example}` : `play?new=${example}`;
  return el("li", {}, el("a", { href: address }, capital(one.title)), el("span", {}, one.words));
}

await settle();
try {
  const { games } = await allGames();
  $("#cards").replaceChildren(...games.map(card));
} catch (fault) {
  $("#status").textContent = fault.message;
}
document.documentElement.dataset.ready = "yes";
