// The start page: the puzzle of the day, the games that were begun, and a card for every game.

import { $, el } from "../shared/dom.js";
import { drawCard } from "./game_cards.js";
import { settle } from "../shared/choices.js";
import { drawContinue } from "./begun_games.js";
import { drawHero } from "./daily_puzzle.js";
import { allGames } from "../shared/names.js";
import { capital, t, tn } from "../shared/words.js";

const OWN = "own";
const ALL = "";
let shown = ALL; // the kind of games that is shown

const kindOf = (family) => (family.own ? OWN : family.kind);

// One section for each kind of game that there is, with its cards, and a chip to see it alone.
/** @param {Api.Family[]} families @param {Api.Option[]} kinds */
function drawCards(families, kinds) {
  const sections = new Map(); // in the order in which they come: one's own first
  for (const family of families) {
    const kind = kindOf(family);
    if (!sections.has(kind)) sections.set(kind, []);
    sections.get(kind).push(family);
  }
  const nodes = [...sections].map(([kind, members]) => {
    const words = kind === OWN ? t("Your own games") : members[0].heading;
    const id = `kind-${kind}`;
    return el(
      "section",
      { class: "kind", "data-kind": kind, "aria-labelledby": id },
      el("h2", { id }, words),
      el("div", { class: "cards" }, members.map(drawCard)),
    );
  });
  $("#cards").replaceChildren(...nodes);
  const titles = Object.fromEntries(kinds.map((one) => [one.name, capital(one.title)]));
  drawKinds([...sections.keys()].map((kind) => [kind, titles[kind] || t("Your own games")]));
}

function drawKinds(kinds) {
  const chips = [[ALL, t("All games")], ...kinds].map(([kind, words]) => {
    const choose = () => {
      shown = kind;
      search();
    };
    const radio = { type: "radio", name: "kind", value: kind, class: "unseen", onchange: choose };
    const input = el("input", radio);
    input.checked = kind === shown;
    return el("label", { class: "chip" }, input, el("span", {}, words));
  });
  $("#kinds").setAttribute("aria-label", t("Kinds of games"));
  $("#kinds").replaceChildren(...chips);
}

// Without accents and capitals, so that whatever is typed finds its word.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @returns {NodeListOf<HTMLElement>} */
const all = (within, selector) => within.querySelectorAll(selector);

function search() {
  const wanted = plain($("#search").value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of all(document, ".kind")) {
    const fits = shown === ALL || section.dataset.kind === shown;
    let some = false;
    for (const card of all(section, ".card")) {
      const words = plain(`${card.dataset.game} ${card.dataset.words}`);
      card.hidden = !fits || !wanted.every((word) => words.includes(word));
      if (!card.hidden) found += 1;
      some ||= !card.hidden;
    }
    section.hidden = !some;
  }
  const said = found
    ? tn("{count} game", "{count} games", found)
    : t("No game has these words. Try fewer letters.");
  $("#status").textContent = wanted.length || shown ? said : "";
}

await settle();
$("#search").placeholder = t("Find a game");
$("#search").addEventListener("input", search);
drawContinue($("#continue"));
try {
  const { games, kinds } = await allGames();
  drawCards(games, kinds);
  search(); // the browser may have kept what was typed
  await drawHero($("#hero"), games);
} catch (fault) {
  $("#status").textContent = fault.message;
}
document.documentElement.dataset.ready = "yes";
