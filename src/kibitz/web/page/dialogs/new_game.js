// A new game: its variant, its parameters, its players, and a picture of what it begins with.

import { $, el } from "../core/dom.js";
import { BoardView } from "../board/board_view.js";
import { Drawing } from "./drawn_board.js";
import { chooseLevel } from "../core/levels.js";
import { allGames, familyOf } from "../core/names.js";
import { LONGEST_NAME } from "../panels/players_strip.js";
import { ask } from "../transport/talk.js";
import { capital, t } from "../core/words.js";

/** @typedef {import("../core/store.js").Seen} Seen */

export class NewGame {
  /** @type {Api.Family} */
  family;
  /** @type {Api.Games} */
  all;
  /** @type {Record<string, string>} */
  values = {};
  /** @type {string[]} */
  players = [];
  named = ["", ""]; // the names of people that are typed

  /** @param {import("../core/store.js").Store} store @param {(seen: Seen) => void} begin */
  constructor(store, begin) {
    this.store = store;
    this.begin = begin;
    this.view = new BoardView($("#new-board"), { point: (cell) => this.point(cell) });
    $("#new").addEventListener("click", () => this.open());
    $("#new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    $("#new-fields").addEventListener("input", () => this.changed());
  }

  async open({ family, choice } = this.store.state.seen.board, players = this.store.state.seen.players) {
    const all = await allGames();
    this.family = (await familyOf(family)) ?? all.games[0];
    this.values = { ...choice.parameters };
    delete this.values.start;
    const plain = this.family.variants.find((one) => one.example === this.family.name);
    this.variant = choice.variant || plain?.name || this.family.variants[0].name;
    this.players = players;
    this.all = all;
    this.draw();
    $("#new-dialog").showModal();
    await this.preview();
  }

  draw() {
    const { family } = this;
    const fields = [];
    const games = this.all.games.map((one) => el("option", { value: one.name }, capital(one.title)));
    fields.push(field(t("Game"), el("select", { id: "new-family" }, games)));
    if (family.variants.length > 1) {
      const variants = family.variants.map((one) =>
        el("option", { value: one.name }, t("{name}: {meaning}", { name: capital(one.title), meaning: one.words })),
      );
      fields.push(field(t("Variant"), el("select", { id: "new-variant" }, variants)));
    }
    this.drawing = null;
    this.pointing = null;
    for (const one of this.parameters()) fields.push(this.parameter(one));
    const instead = family.variants.find((one) => one.name === this.variant)?.instead;
    if (instead) fields.push(this.solvable(instead));
    if (family.board.players.length) {
      const names = family.board.players;
      for (const build of [this.seat, this.nameField]) {
        for (const seat of [0, 1]) fields.push(build.call(this, seat, names[seat]));
      }
    }
    $("#new-fields").replaceChildren(...fields);
    $("#new-family").value = family.name;
    if ($("#new-variant")) $("#new-variant").value = this.variant;
    this.showPointing();
    this.showNames();
  }

  // Which of the fields a click on the picture fills.
  showPointing() {
    for (const label of $("#new-fields").querySelectorAll(".field")) {
      label.classList.toggle("pointing", label.contains($(`#new-${this.pointing}`)));
    }
  }

  parameters() {
    const fits = (one) => !one.only.length || one.only.includes(this.variant);
    return this.family.parameters.filter(fits);
  }

  parameter(one) {
    const value = this.values[one.name] ?? one.default;
    const id = `new-${one.name}`;
    const words = t("{name}: {meaning}", { name: capital(one.title), meaning: one.meaning });
    if (one.kind === "number") {
      const most = { type: "number", id, min: one.least, max: one.most, value };
      return field(words, el("input", most));
    }
    if (one.kind === "choice") {
      const choices = one.choices.map(({ name, title }) =>
        el("option", { value: name }, capital(title)),
      );
      const select = el("select", { id }, choices);
      select.value = value;
      return field(words, select);
    }
    if (one.name === "board" && this.family.parameters.some(({ name }) => name === "lattice")) {
      this.drawing = new Drawing(String(value), this.values.lattice, () => this.changed());
      const how = t("Choose a place to switch between peg, empty hole and nothing.");
      return el("fieldset", {}, el("legend", {}, capital(one.title)), el("p", {}, how), this.drawing.node);
    }
    const input = el("input", { id, value, size: 6, maxlength: 60, autocomplete: "off" });
    if (one.kind !== "cell") return field(words, input);
    this.pointing ||= one.name;
    input.addEventListener("focus", () => {
      this.pointing = one.name;
      this.showPointing();
    });
    return field(words, input, t("Choose a square or hole on the board, or type its name."));
  }

  // Where the usual start cannot be solved: a button that fills in one that can.
  /** @param {string} instead the game that begins so */
  solvable(instead) {
    const fill = async () => {
      const { choice } = await ask("game", { name: instead });
      for (const [name, value] of Object.entries(choice.parameters)) $(`#new-${name}`).value = value;
      await this.changed();
    };
    const button = { type: "button", id: "new-solvable", onclick: fill };
    const words = t("From the usual start, it is impossible to finish with a single peg.");
    return el("p", {}, words, " ", el("button", button, t("Choose a start that can be solved")));
  }

  /** @param {number} seat @param {string} name */
  seat(seat, name) {
    const options = ["human", ...this.all.opponents].map((one) =>
      el("option", { value: one }, nameOfPlayer(one)),
    );
    const select = el("select", { id: `new-player-${seat}` }, options);
    select.value = this.players[seat] || "human";
    return field(t("{player} is played by", { player: name }), select);
  }

  /** @param {number} seat @param {string} name */
  nameField(seat, name) {
    const typed = { id: `new-name-${seat}`, value: this.named[seat], maxlength: LONGEST_NAME };
    const input = el("input", { ...typed, autocomplete: "off", spellcheck: "false" });
    return field(t("Name of {player}", { player: name }), input);
  }

  // Where two people play, their names can be typed.
  showNames() {
    const seats = [0, 1].filter((seat) => $(`#new-name-${seat}`));
    const isForPeople = seats.every((seat) => $(`#new-player-${seat}`).value === "human");
    for (const seat of seats) {
      this.named[seat] = $(`#new-name-${seat}`).value;
      $(`#new-name-${seat}`).parentNode.hidden = !isForPeople;
    }
    return isForPeople && seats.length ? this.named : [];
  }

  // Clicking on the picture names a cell for the parameter that was used last.
  point(cell) {
    if (!this.pointing) return;
    const input = $(`#new-${this.pointing}`);
    if (!input) return;
    const name = this.view.board.names[cell];
    input.value = input.value === name ? "" : name;
    this.changed();
  }

  async changed() {
    const family = $("#new-family").value;
    if (family !== this.family.name) {
      this.family = (await familyOf(family)) ?? this.family;
      this.variant = this.family.variants[0].name;
      const plain = this.family.variants.find((one) => one.example === family);
      if (plain) this.variant = plain.name;
      this.values = {};
      this.draw();
    } else if ($("#new-variant") && $("#new-variant").value !== this.variant) {
      this.variant = $("#new-variant").value;
      this.draw();
    }
    this.showNames();
    this.drawing?.take($("#new-lattice")?.value);
    await this.preview();
  }

  // What is wrong with a number, "" if nothing is; the server would say it in the words of a name.
  get fault() {
    for (const one of this.parameters()) {
      const input = $(`#new-${one.name}`);
      if (one.kind !== "number" || input.validity.valid) continue;
      const { least, most } = one;
      const name = capital(one.title);
      return t("{name}: a whole number from {least} to {most}", { name, least, most });
    }
    return "";
  }

  // The game that is chosen, in parts.
  get chosen() {
    /** @type {Record<string, string>} */
    const parameters = {};
    for (const one of this.parameters()) {
      const input = $(`#new-${one.name}`);
      const value = this.drawing && one.name === "board" ? this.drawing.text : input?.value.trim();
      if (value === undefined) continue;
      this.values[one.name] = value;
      if (value && value !== String(one.default)) parameters[one.name] = value;
    }
    return { game: this.family.name, variant: this.variant, parameters };
  }

  async preview() {
    const { fault, chosen } = this;
    const isStill = () => JSON.stringify(chosen) === JSON.stringify(this.chosen);
    if (fault) {
      $("#new-error").textContent = fault;
      $("#new-start").disabled = true;
      return;
    }
    try {
      const seen = await ask("new", chosen);
      if (!isStill()) return;
      this.view.show(seen.board, seen.cells, [], { blocks: seen.blocks });
      const open = this.pointing ? new Set(seen.board.places.keys()) : new Set();
      this.view.state({ open });
      $("#new-error").textContent = "";
      $("#new-start").disabled = false;
    } catch (fault) {
      if (!isStill()) return;
      $("#new-error").textContent = fault.message;
      $("#new-start").disabled = true;
    }
  }

  async start() {
    const players = [0, 1].map((seat) => $(`#new-player-${seat}`)?.value).filter(Boolean);
    try {
      const seen = await ask("new", { ...this.chosen, players, names: this.showNames() });
      $("#new-dialog").close();
      if (seen.person !== null) chooseLevel(seen.board.name, players[1 - seen.person]);
      this.begin(seen);
    } catch (fault) {
      $("#new-error").textContent = fault.message;
    }
  }
}

export function nameOfPlayer(name) {
  const names = {
    human: t("you"),
    perfect: t("perfect where the outcome is proved, else strong"),
    hard: t("hard: makes a mistake now and then"),
    easy: t("easy: makes mistakes often"),
    random: t("random: any legal move"),
  };
  return names[name] || name;
}

function field(words, input, note = "") {
  return el("label", { class: "field" }, el("span", {}, words), input, note && el("small", {}, note));
}
