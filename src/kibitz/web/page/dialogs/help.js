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
  $("#legend").append(
    ...[
      ["good", t("won or solvable")],
      ["even", t("a draw")],
      ["bad", t("lost or unsolvable")],
      ["unknown", t("unknown")],
    ].map(([tone, words]) => el("span", { class: "entry" }, token(tone, false), words)),
    el("span", { class: "entry" }, token("good", true), t("none is better")),
  );
}
