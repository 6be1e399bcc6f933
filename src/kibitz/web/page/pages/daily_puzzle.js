// The puzzle of the day, at the top of the start page. Its place has words before it is known.

import { $, el } from "../core/dom.js";
import { kept } from "../core/autosave.js";
import { withoutTitle } from "./game_cards.js";
import { miniature } from "../board/small_board.js";
import { Fault, ask } from "../transport/talk.js";
import { PLAY } from "../transport/transport.js";
import { capital, language, t } from "../core/words.js";

const EASIEST = 2; // moves; one more dot for each move beyond, up to seven
const DOTS = 7;

// Shows the puzzle of the first game that has one without a table being built for it; games for a
// first visit are asked before the others.
/** @param {Api.Family[]} families @param {string[]} first their names */
export async function drawHero(families, first) {
  /** @param {Api.Family} family */
  const isFirst = (family) => (first.includes(family.name) ? 0 : 1);
  const order = families.filter((one) => one.board.solved_whole).sort((one, other) => isFirst(one) - isFirst(other));
  const found = await firstPuzzle(order);
  $("#hero").hidden = !found;
  if (!found) return;
  const { family, puzzle, seen } = found;
  const begun = kept().find((one) => one.day === puzzle.day && one.match.startsWith(puzzle.match));
  const address = begun ? `${PLAY}${begun.link}` : `${PLAY}#daily:${family.example}`;
  $("#hero-over").replaceChildren(t("Puzzle of the day"), " · ", dayOf(puzzle.day));
  $("#hero-title").replaceChildren(el("a", { href: address }, puzzle.question));
  const aim = { name: capital(family.title), meaning: withoutTitle(family.summary) };
  $("#hero-game").textContent = `${t("{name}: {meaning}", aim)}.`;
  $("#hero-play").textContent = state(begun);
  $("#hero-dots").replaceChildren(difficulty(puzzle.distance));
  $("#hero-face").replaceChildren(miniature(seen).picture);
  for (const way of [$("#hero-play"), $("#hero-face")]) way.setAttribute("href", address);
}

/** @param {Api.Family[]} families */
async function firstPuzzle(families) {
  for (const family of families) {
    try {
      const puzzle = await ask("daily", { name: family.example });
      const seen = await ask("new", { game: puzzle.game, start: puzzle.position });
      return { family, puzzle, seen };
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault; // its table is not there yet
    }
  }
  return null;
}

/** @param {import("../core/autosave.js").Entry | undefined} begun */
function state(begun) {
  if (!begun) return t("Play the puzzle");
  return begun.over ? t("Solved: look at it again") : t("Go on with the puzzle");
}

/** @param {string | null} day */
function dayOf(day) {
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
  return new Intl.DateTimeFormat(language(), options).format(new Date(`${day}T00:00Z`));
}

// One dot a step, from an easy Monday to a hard Sunday.
/** @param {number | null} distance */
function difficulty(distance) {
  const level = Math.min(DOTS, Math.max(1, (distance ?? 0) - EASIEST));
  const words = t("Difficulty: {level} of {most}", { level, most: DOTS });
  const dots = Array.from({ length: DOTS }, (_, at) => el("i", { class: at < level ? "on" : null }));
  return el("span", { class: "dots", role: "img", "aria-label": words, title: words }, dots);
}
