// The verdict on the position, large and tinted, and what the kibitzer says about it.

import { $, el } from "./dom.js";
import { capital, t } from "./words.js";

const TONES = ["good", "even", "bad", "unknown"];

// Shows what the position is worth: beside the board, and as the colour of the meter.
export function drawVerdict(seen, opinion) {
  const { words, tone } = opinion.value;
  const player = seen.board.aim === "win" && !seen.over ? seen.board.players[seen.mover] : null;
  const head = el("strong", {}, capital(seen.over ? seen.ending : words));
  const more = player && el("span", {}, t("{player} to move", { player }));
  $("#value").replaceChildren(...[head, more].filter(Boolean));
  tint(tone);
}

function tint(tone) {
  for (const place of [$("#verdict"), $("#meter")]) {
    place.classList.remove(...TONES);
    place.classList.add(tone);
  }
}

// Says something before the first opinion is known.
export function sayInstead(words) {
  $("#value").replaceChildren(el("span", { class: "quiet" }, words));
  $("#notes").replaceChildren();
  tint("unknown");
}

// The comment beside the board; `jump` goes to a ply.
export function drawComment(seen, opinion, jump) {
  const notes = [];
  if (opinion.reason) notes.push(el("p", {}, capital(opinion.reason)));
  if (opinion.last_good !== null) notes.push(lastGood(opinion, jump));
  if (seen.repeated > 1) notes.push(el("p", {}, t("This position has occurred before.")));
  $("#notes").replaceChildren(...notes);
}

function lastGood({ last_good: ply, doubtful }, jump) {
  const words = doubtful
    ? t("The last position known to be good was after move {ply}.", { ply })
    : t("The last good position was after move {ply}.", { ply });
  const back = { type: "button", id: "last-good", onclick: () => jump(ply) };
  return el("p", {}, words, " ", el("button", back, t("Go back to it")));
}
