// Dialogs of the game page: how they close, and what the help shows.

import { $, el } from "../core/dom.js";
import { token } from "../board/pieces.js";
import { t } from "../core/words.js";

export function setUpDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    for (const button of dialog.querySelectorAll(".close")) {
      button.addEventListener("click", () => dialog.close());
    }
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
  $("#help-open").addEventListener("click", () => $("#help").showModal());
  /** @param {import("../board/pieces.js").Tone} tone @param {string} words */
  const entry = (tone, words, best = false) => el("span", { class: "entry" }, token(tone, best), words);
  $("#legend").append(
    entry("good", t("won or solvable")),
    entry("even", t("a draw")),
    entry("bad", t("lost or unsolvable")),
    entry("unknown", t("unknown")),
    entry("good", t("none is better"), true),
  );
}
