// The games that were begun in this browser and are not over, newest first.

import { $, el } from "../core/dom.js";
import { forget, kept } from "../core/autosave.js";
import { miniature } from "../board/small_board.js";
import { askInParts } from "../transport/talk.js";
import { PLAY } from "../transport/transport.js";
import { capital, language, t, tn } from "../core/words.js";

const MOST = 4;

export function drawContinue() {
  const begun = kept().filter((one) => !one.over && one.ply > 0);
  $("#continue").hidden = !begun.length;
  $("#kept").replaceChildren(...begun.slice(0, MOST).map(entry));
}

/** @param {import("../core/autosave.js").Entry} one */
function entry(one) {
  const picture = el("span", { class: "small" });
  const leave = () => {
    forget(one.id);
    drawContinue();
    $("#search").focus();
  };
  const title = capital(one.title || t("Game"));
  const state = [tn("{count} move made", "{count} moves made", one.ply), when(one.when)];
  if (one.day) state.unshift(t("Puzzle of the day"));
  showBoard(one.match, picture);
  return el(
    "li",
    {},
    el(
      "a",
      { href: `${PLAY}${one.link}` },
      picture,
      el("span", {}, el("strong", {}, title), el("span", { class: "quiet" }, state.join(" · "))),
    ),
    el(
      "button",
      { type: "button", class: "link", onclick: leave, "aria-label": t("Remove {title}", { title }) },
      "×",
    ),
  );
}

// A game that cannot be shown any more keeps its line; opening it says why.
/** @param {string} match @param {HTMLElement} place */
async function showBoard(match, place) {
  try {
    const { view } = (await askInParts("match", { match }).next()).value;
    place.replaceChildren(miniature(view).picture);
  } catch {
    place.replaceChildren();
  }
}

// How long ago that was, in words.
/** @param {string} date */
function when(date) {
  const minutes = Math.round((Number(new Date(date)) - Date.now()) / 60_000);
  if (!Number.isFinite(minutes)) return "";
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (minutes > -60) return format.format(minutes, "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}
