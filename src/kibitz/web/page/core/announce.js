// Live region for screen readers. Texts that are added at once are read together, in place of the
// earlier ones.

import { $, el } from "./dom.js";

let waiting = [];
let turn = false; // whether the last words were about a turn, so that its value can follow

export function announce(words, aboutTurn = false) {
  if (!waiting.length) {
    queueMicrotask(() => {
      $("#announce").replaceChildren(...waiting.map((one) => el("span", {}, `${one} `)));
      waiting = [];
    });
  }
  if (!waiting.includes(words)) waiting.push(words);
  turn = aboutTurn;
}

// Adds what a position is worth to the words about a turn.
export function announceValue(words) {
  if (turn && words) $("#announce").append(el("span", {}, words));
  turn = false;
}
