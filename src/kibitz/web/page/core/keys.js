// Keys that work anywhere on the game page.

import { $ } from "./dom.js";

const STEER = ["arrowup", "arrowdown"]; // only where a game is steered
const WHILE_EDITING = ["escape", "?"];

/** @param {import("./store.js").Store} store @param {Record<string, () => void>} actions what each key does */
export function listenToKeys(store, actions) {
  // A click on the board leaves the keys to the game; Tab leads to the squares.
  $("#board").addEventListener("mousedown", (event) => {
    event.preventDefault();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (focused !== document.body) focused?.blur();
  });
  addEventListener("keydown", (event) => {
    const { mode, seen } = store.state;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (mode === "empty" || document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    if (!actions[key] || (STEER.includes(key) && !seen.board.drawing.steered)) return;
    if (mode === "editing" && !WHILE_EDITING.includes(key)) return;
    event.preventDefault();
    actions[key]();
  });
}
