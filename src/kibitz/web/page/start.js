// The start page: the puzzle of the day, the games that were begun, and a card for every game.

import { $, el } from "./dom.js";
import { drawCard } from "./cards.js";
import { settle } from "./choices.js";
import { drawContinue } from "./continue.js";
import { drawHero } from "./hero.js";
import { allGames } from "./names.js";
import { t, tn } from "./words.js";

const KINDS = {
  own: () => t("Your own games"),
  two: () => t("For two players"),
  puzzles: () => t("Puzzles"),
};

const kindOf = (family) => (family.own ? "own" : family.board.players.length ? "two" : "puzzles");

// One section for each kind of game that there is, with its cards.
function drawCards(families) {
  const sections = Object.keys(KINDS).flatMap((kind) => {
    const cards = families.filter((one) => kindOf(one) === kind).map(drawCard);
    if (!cards.length) return [];
    const id = `kind-${kind}`;
    return [
      el(
        "section",
        { class: "kind", "aria-labelledby": id },
        el("h2", { id }, KINDS[kind]()),
        el("div", { class: "cards" }, cards),
      ),
    ];
  });
  $("#cards").replaceChildren(...sections);
}

// Without accents and capitals, so that whatever is typed finds its word.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function search() {
  const wanted = plain($("#search").value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of document.querySelectorAll(".kind")) {
    let some = false;
    for (const card of section.querySelectorAll(".card")) {
      const words = plain(`${card.dataset.game} ${card.dataset.words}`);
      card.hidden = !wanted.every((word) => words.includes(word));
      if (!card.hidden) found += 1;
      some ||= !card.hidden;
    }
    section.hidden = !some;
  }
  const said = found
    ? tn("{count} game", "{count} games", found)
    : t("No game has these words. Try fewer letters.");
  $("#status").textContent = wanted.length ? said : "";
}

await settle();
$("#search").placeholder = t("Find a game");
$("#search").addEventListener("input", search);
drawContinue($("#continue"));
try {
  const { games } = await allGames();
  drawCards(games);
  search(); // the browser may have kept what was typed
  await drawHero($("#hero"), games);
} catch (fault) {
  $("#status").textContent = fault.message;
}
document.documentElement.dataset.ready = "yes";
