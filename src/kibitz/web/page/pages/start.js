// The start page: the puzzle of the day, first games, those that were begun, and a card for each game.

import { $, el } from "../core/dom.js";
import { wordsOf } from "../core/announce.js";
import { drawCard, drawFirst } from "./game_cards.js";
import { settle } from "../core/choices.js";
import { drawContinue } from "./begun_games.js";
import { drawHero } from "./daily_puzzle.js";
import { allGames } from "../core/names.js";
import { capital, t, tn } from "../core/words.js";
import { PLAY } from "../transport/transport.js";
import { ownFiles } from "../write/own_files.js";

const OWN = "own";
const ALL = "";
let shown = ALL; // the kind of games that is shown

/** @param {Api.Family} family */
const kindOf = (family) => (family.own ? OWN : family.kind);

// One section for each group of kinds, so that no row holds a single card, and a chip for each kind.
/** @param {Api.Family[]} families @param {Api.Kind[]} kinds @param {Api.Games["seated"]} seated */
function drawCards(families, kinds, seated) {
  const known = new Map(kinds.map((one) => [one.name, one]));
  /** @param {Api.Family} family */
  const groupOf = (family) => (family.own ? t("Your own games") : known.get(family.kind)?.group || family.heading);
  /** @type {Map<string, HTMLElement[]>} */
  const sections = new Map(); // in the order in which they come: one's own first
  /** @type {Map<string, string>} */
  const shownKinds = new Map();
  for (const family of families) {
    const [group, kind] = [groupOf(family), kindOf(family)];
    const card = drawCard(family, seated, kind, family.own ? "" : known.get(kind)?.title || "");
    sections.set(group, [...(sections.get(group) ?? []), card]);
    shownKinds.set(kind, capital(known.get(kind)?.title || group));
  }
  const nodes = [...sections].map(([group, cards], at) =>
    el(
      "section",
      { class: "kind", "aria-labelledby": `group-${at}` },
      el("h3", { id: `group-${at}` }, group),
      el("div", { class: "cards" }, cards),
    ),
  );
  $("#cards").replaceChildren(...nodes);
  drawKinds([...shownKinds]);
}

/** @param {[kind: string, words: string][]} kinds */
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
/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @param {ParentNode} within @param {string} selector @returns {NodeListOf<HTMLElement>} */
const all = (within, selector) => within.querySelectorAll(selector);

function search() {
  const wanted = plain($("#search").value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of all(document, ".kind")) {
    let some = false;
    for (const card of all(section, ".card")) {
      const fits = shown === ALL || card.dataset.kind === shown;
      const words = plain(`${card.dataset.game} ${card.dataset.words}`);
      const joined = words.replace(/[\s'’-]+/g, ""); // of "tic tac toe", too, "tictactoe"
      const has = (/** @type {string} */ word) => words.includes(word) || (word.length > 5 && joined.includes(word));
      card.hidden = !fits || !wanted.every(has);
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

// Games that the visitor has written in this browser.
async function drawOwnFiles() {
  /** @param {import("../write/own_files.js").OwnFile} file */
  const entry = ({ name }) =>
    el(
      "li",
      {},
      el("a", { href: `${PLAY}#kibitz+${name}` }, el("strong", {}, name)),
      el("a", { class: "button", href: `write.html#${new URLSearchParams({ file: name })}` }, t("Rules")),
    );
  $("#own-files").replaceChildren(...(await ownFiles()).map(entry));
}

await settle();
drawOwnFiles();
$("#search").placeholder = t("Find a game");
$("#search").addEventListener("input", search);
drawContinue();
try {
  const { games, kinds, first, seated } = await allGames();
  drawFirst(games, first, seated);
  drawCards(games, kinds, seated);
  $("#own").hidden = false; // below the cards, which would move it
  search(); // the browser may have kept what was typed
  await drawHero(games, first);
} catch (fault) {
  $("#status").textContent = wordsOf(fault);
}
document.documentElement.dataset.ready = "yes";
