// Strip above the board: who plays, with the pieces of each side. Where two people play, their names
// can be typed.

import { $, el } from "../core/dom.js";
import { Layout } from "../board/pieces.js";
import { t } from "../core/words.js";

export const LONGEST_NAME = 24;

/** @typedef {import("../core/store.js").Seen} Seen */

export class Players {
  shown = "";

  /** @param {import("../core/store.js").Store} store @param {(names: string[]) => void} rename */
  constructor(store, rename) {
    this.rename = rename;
    store.subscribe(({ seen }) => this.show(seen), "seen");
  }

  /** @param {Seen} seen */
  show(seen) {
    const place = $("#players");
    const { board, players, called, names } = seen;
    place.hidden = !board.players.length;
    if (place.hidden) return;
    const shows = JSON.stringify([board.name, players, called, names]);
    if (shows !== this.shown) {
      this.shown = shows;
      const layout = new Layout(board);
      const seats = seen.person === null ? [0, 1] : [seen.person, 1 - seen.person];
      place.replaceChildren(...seats.map((side) => this.seat(seen, side, layout)));
    }
    for (const seat of place.children) {
      seat.classList.toggle("to-move", !seen.over && Number(seat.getAttribute("data-side")) === seen.mover);
    }
  }

  /** @param {Seen} seen @param {number} side @param {Layout} layout */
  seat(seen, side, layout) {
    const { players, called, person } = seen;
    const piece = icon(layout, side);
    const isPerson = players[side] === "human";
    const parts =
      person === side
        ? [el("strong", {}, t("You")), piece]
        : isPerson
          ? [piece, this.nameField(seen, side)]
          : [el("strong", {}, t("Computer")), piece, el("span", { class: "quiet" }, `(${called[side]})`)];
    return el("span", { class: "seat", "data-side": side }, parts);
  }

  /** @param {Seen} seen @param {number} side */
  nameField(seen, side) {
    const own = seen.board.players[side];
    const given = seen.names[side] === own ? "" : seen.names[side];
    const field = el("input", {
      type: "text",
      value: given,
      placeholder: own.length > 1 ? own : t("Name"),
      maxlength: LONGEST_NAME,
      size: Math.max(6, (given || own).length + 1),
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": t("Name of {player}", { player: own }),
    });
    field.addEventListener("change", () => this.rename(namesTyped()));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") field.blur();
    });
    return field;
  }
}

function namesTyped() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = document.querySelectorAll("#players input");
  return [...fields].map((one) => one.value);
}

// A piece of a player, or a letter where the players share their pieces.
/** @param {Layout} layout @param {number} side */
function icon(layout, side) {
  const { players, emblems } = layout.board;
  const label = { class: "side-sign", role: "img", "aria-label": players[side], title: players[side] };
  return el("span", label, emblems.length ? layout.icon(emblems[side]) : players[side]);
}
