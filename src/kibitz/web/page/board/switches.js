// Switches of the board: sounds, and the ages of pieces as numbers.

import { $, el, keep, kept } from "../core/dom.js";
import { soundsOn, switchSounds } from "./sounds.js";
import { t } from "../core/words.js";

/**
 * @param {string} id
 * @param {string} sign
 * @param {string} words
 * @param {() => boolean} isOn
 * @param {(on: boolean) => void} change
 */
function switchOf(id, sign, words, isOn, change) {
  const label = [el("span", { class: "sign", "aria-hidden": "true" }, sign), el("span", {}, words)];
  const button = el("button", { type: "button", id }, label);
  const show = () => button.setAttribute("aria-pressed", String(isOn()));
  button.addEventListener("click", () => {
    change(!isOn());
    show();
  });
  show();
  return button;
}

const numbersOn = () => kept("numbers", "off") === "on";

// Adds the switches to the menu. Returns what shows the ages of pieces, and lets them be switched,
// where the game has them.
/** @param {import("./board_view.js").BoardView} view */
export function addSwitches(view) {
  const showNumbers = () => {
    view.root.classList.toggle("numbered", numbersOn());
    numbers.hidden = !view.board.signs.some((sign) => /[^0-9][0-9]+$/.test(sign));
  };
  const numbers = switchOf("numbers", "123", t("Show the age of each piece"), numbersOn, (on) => {
    keep("numbers", on ? "on" : "off");
    showNumbers();
  });
  $("#choices").append(switchOf("sounds", "♪", t("Sounds"), soundsOn, switchSounds), numbers);
  return showNumbers;
}
