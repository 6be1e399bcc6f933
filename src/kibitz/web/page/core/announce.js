// What the page says: in the status above the board, and in a live region for screen readers. There,
// texts that are added at once are read together, in place of the earlier ones.

import { $, el } from "./dom.js";

/** @type {string[]} */
let waiting = [];
let turn = false; // whether the last words were about a turn, so that its value can follow

/** @param {string} words */
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

// `tone` is whether the sentence is good or bad news; "" if it is neither.
/** @param {string} words */
export function say(words, { aboutTurn = false, tone = "" } = {}) {
  $("#status").className = tone;
  $("#status").textContent = words;
  announce(words, aboutTurn);
}

// What is said of something that was thrown.
/** @param {unknown} fault */
export const wordsOf = (fault) => (fault instanceof Error ? fault.message : String(fault));

/** @param {unknown} fault */
export const fail = (fault) => say(wordsOf(fault), { tone: "error" });

// Adds what a position is worth to the words about a turn.
/** @param {string} words */
export function announceValue(words) {
  if (turn && words) $("#announce").append(el("span", {}, words));
  turn = false;
}
