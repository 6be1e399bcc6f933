// Keys that work anywhere on the page, and the dialogs.

import { $, el } from "./dom.js";
import { token } from "../board/pieces.js";
import { t } from "./words.js";

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

export function listenToKeys(game) {
  const keys = {
    u: () => game.undo(),
    y: () => game.redo(),
    h: () => game.hint(),
    v: () => game.kibitzer.next(),
    p: () => game.puzzles.next(),
    n: () => game.newGame.open(),
    e: () => game.editor.start(),
    s: () => game.files.open(),
    r: () => game.table.turn(),
    f: () => game.table.flip(),
    k: () => game.table.stay(),
    "?": () => $("#help").showModal(),
    escape: () => (game.editor.open ? game.editor.cancel() : game.table.back()),
    arrowleft: () => game.table.steer([0, -1]) || game.undo(),
    arrowright: () => game.table.steer([0, 1]) || game.redo(),
  };
  const steps = {
    arrowup: () => game.table.steer([-1, 0]),
    arrowdown: () => game.table.steer([1, 0]),
  };
  // A click on the board leaves the keys to the game; Tab leads to the squares.
  $("#board").addEventListener("mousedown", (event) => {
    event.preventDefault();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (focused !== document.body) focused?.blur();
  });
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!game.seen || document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    const action = keys[key] || (game.seen.board.drawing.steered && steps[key]);
    if (!action || (game.editor.open && event.key !== "Escape" && event.key !== "?")) return;
    event.preventDefault();
    action();
  });
}
