// Progress of a table that is being built for this page, and the button that cancels it.

import { $ } from "../core/dom.js";
import { ask } from "../transport/talk.js";
import { t, tn } from "../core/words.js";

let furthest = { game: "", done: 0, fraction: 0 }; // progress never goes backwards

/** @param {Api.Build} state */
export function showProgress(state) {
  const { game } = state;
  if (furthest.game !== game || state.state !== "building") furthest = { game, done: 0, fraction: 0 };
  $("#progress-box").hidden = state.state !== "building";
  $("#progress-cancel").onclick = () => ask("cancel", { name: game });
  furthest.done = Math.max(furthest.done, state.done);
  const bar = $("#progress");
  if (state.fraction === null) {
    bar.removeAttribute("value");
    $("#progress-words").textContent = state.expected
      ? t("Building the table: position {done} of about {expected}", {
          done: furthest.done,
          expected: state.expected,
        })
      : tn(
          "Building the table: {count} position",
          "Building the table: {count} positions",
          furthest.done,
        );
    return;
  }
  furthest.fraction = Math.max(furthest.fraction, state.fraction);
  bar.max = 1;
  bar.value = furthest.fraction;
  const percent = Math.floor(100 * furthest.fraction);
  $("#progress-words").textContent = t("Building the table: {percent}%", { percent });
}
