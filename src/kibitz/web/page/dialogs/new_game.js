// A new game: its variant, its parameters, its players, and a picture of what it begins with.

import { $, button, el } from "../core/dom.js";
import { BoardView } from "../board/board_view.js";
import { Drawing } from "./drawn_board.js";
import { chooseLevel, opponentOf } from "../core/levels.js";
import { allGames, familyOf } from "../core/names.js";
import { LONGEST_NAME } from "../panels/players_strip.js";
import { ask } from "../transport/talk.js";
import { wordsOf } from "../core/announce.js";
import { capital, t } from "../core/words.js";

/** @typedef {import("../core/store.js").Seen} Seen */

export class NewGame {
  /** @type {Api.Family} */
  family;
  /** @type {Api.Games} */
  all;
  variant = "";
  /** @type {Record<string, string>} */
  values = {};
  /** @type {string[]} */
  players = [];
  named = ["", ""]; // the names of people that are typed
  /** @type {string | null} */
  pointing = null; // the parameter that a click on the picture fills
  /** @type {Drawing | null} */
  drawing = null;
  // What is filled in; the seats and the names are there where two play.
  families = el("select", { id: "new-family" });
  variants = el("select", { id: "new-variant" });
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  inputs = new Map(); // by parameter
  /** @type {HTMLSelectElement[]} */
  seats = [];
  /** @type {HTMLInputElement[]} */
  names = [];

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
    this.all = await allGames();
    await this.chooseFamily(family, choice.variant);
    this.values = { ...choice.parameters };
    delete this.values.start;
    this.players = players;
    this.draw();
    $("#new-dialog").showModal();
    await this.drawing?.open(this.values.board ?? "");
    await this.preview();
  }

  /** @param {string} name */
  async chooseFamily(name, variant = "") {
    this.family = (await familyOf(name)) ?? this.all.games[0];
    this.values = {};
    const { variants } = this.family;
    const plain = variants.find((one) => one.example === this.family.name) ?? variants[0];
    this.variant = variant || plain.name;
  }

  draw() {
    const { family } = this;
    /** @param {{ name: string }} one @param {string} words */
    const option = ({ name }, words) => el("option", { value: name }, words);
    this.families.replaceChildren(...this.all.games.map((one) => option(one, capital(one.title))));
    this.families.value = family.name;
    /** @type {HTMLElement[]} */
    const fields = [field(t("Game"), this.families)];
    const meant = family.variants.map((one) =>
      option(one, t("{name}: {meaning}", { name: capital(one.title), meaning: one.words })),
    );
    this.variants.replaceChildren(...meant);
    this.variants.value = this.variant;
    if (meant.length > 1) fields.push(field(t("Variant"), this.variants));
    [this.drawing, this.pointing, this.seats, this.names] = [null, null, [], []];
    this.inputs.clear();
    for (const one of this.parameters()) fields.push(this.parameter(one));
    const instead = family.variants.find((one) => one.name === this.variant)?.instead;
    if (instead) fields.push(this.solvable(instead));
    if (family.board.players.length) {
      fields.push(...family.board.players.map((name, seat) => this.seat(seat, name)));
      fields.push(...family.board.players.map((name, seat) => this.nameField(seat, name)));
    }
    $("#new-fields").replaceChildren(...fields);
    this.showPointing();
    this.showNames();
  }

  // Which of the fields a click on the picture fills.
  showPointing() {
    for (const [name, input] of this.inputs) input.parentElement?.classList.toggle("pointing", name === this.pointing);
  }

  parameters() {
    return this.family.parameters.filter(({ only }) => !only.length || only.includes(this.variant));
  }

  /** @param {Api.Parameter} one */
  parameter(one) {
    const value = String(this.values[one.name] ?? one.default);
    const words = t("{name}: {meaning}", { name: capital(one.title), meaning: one.meaning });
    const lattice = this.family.parameters.find(({ name }) => name === "lattice");
    if (one.name === "board" && lattice) {
      this.drawing = new Drawing(this.values.lattice ?? String(lattice.default), () => this.changed());
      const how = t("Choose a place to switch between peg, empty hole and nothing.");
      return el("fieldset", {}, el("legend", {}, capital(one.title)), el("p", {}, how), this.drawing.node);
    }
    const input = this.input(one, `new-${one.name}`);
    input.value = value;
    this.inputs.set(one.name, input);
    if (one.kind !== "cell") return field(words, input);
    this.pointing ||= one.name;
    input.addEventListener("focus", () => {
      this.pointing = one.name;
      this.showPointing();
    });
    return field(words, input, t("Choose a square or hole on the board, or type its name."));
  }

  /** @param {Api.Parameter} one @param {string} id */
  input({ kind, least, most, choices }, id) {
    if (kind === "number") return el("input", { type: "number", id, min: least, max: most });
    if (kind !== "choice") return el("input", { id, size: 6, maxlength: 60, autocomplete: "off" });
    return el("select", { id }, choices.map(({ name, title }) => el("option", { value: name }, capital(title))));
  }

  // Where the usual start cannot be solved: a button that fills in one that can.
  /** @param {Api.Start} instead the game that begins so */
  solvable(instead) {
    const fill = () => {
      const { parameters } = instead.choice;
      for (const [name, input] of this.inputs) input.value = parameters[name] ?? input.value;
      return this.changed();
    };
    const way = button(t("Choose a start that can be solved"), fill);
    way.id = "new-solvable";
    return el("p", {}, t("From the usual start, it is impossible to finish with a single peg."), " ", way);
  }

  /** @param {number} seat @param {string} name */
  seat(seat, name) {
    const options = ["human", ...this.all.opponents].map((one) =>
      el("option", { value: one }, nameOfPlayer(one)),
    );
    const select = el("select", { id: `new-player-${seat}` }, options);
    select.value = this.players[seat] || "human";
    this.seats.push(select);
    return field(t("{player} is played by", { player: name }), select);
  }

  /** @param {number} seat @param {string} name */
  nameField(seat, name) {
    const typed = { id: `new-name-${seat}`, value: this.named[seat], maxlength: LONGEST_NAME };
    const input = el("input", { ...typed, autocomplete: "off", spellcheck: "false" });
    this.names.push(input);
    return field(t("Name of {player}", { player: name }), input);
  }

  // Where two people play, their names can be typed.
  showNames() {
    const isForPeople = this.seats.length > 0 && this.seats.every(({ value }) => value === "human");
    this.names.forEach((input, seat) => {
      this.named[seat] = input.value;
      if (input.parentElement) input.parentElement.hidden = !isForPeople;
    });
    return isForPeople ? this.named : [];
  }

  // Clicking on the picture names a cell for the parameter that was used last.
  /** @param {number} cell */
  point(cell) {
    const input = this.inputs.get(this.pointing ?? "");
    if (!input) return;
    const name = this.view.board.names[cell];
    input.value = input.value === name ? "" : name;
    this.changed();
  }

  async changed() {
    const { families, variants } = this;
    if (families.value !== this.family.name || variants.value !== this.variant) {
      if (families.value !== this.family.name) await this.chooseFamily(families.value);
      else this.variant = variants.value;
      this.draw();
      await this.drawing?.open(this.values.board ?? "");
    }
    this.showNames();
    await this.drawing?.take(this.inputs.get("lattice")?.value ?? "");
    await this.preview();
  }

  // What is wrong with a number, "" if nothing is; the server would say it in the words of a name.
  get fault() {
    const wrong = this.parameters().find(
      ({ kind, name }) => kind === "number" && !this.inputs.get(name)?.validity.valid,
    );
    if (!wrong) return "";
    const { title, least, most } = wrong;
    return t("{name}: a whole number from {least} to {most}", { name: capital(title), least, most });
  }

  // The game that is chosen, in parts.
  get chosen() {
    /** @type {Record<string, string>} */
    const parameters = {};
    for (const one of this.parameters()) {
      const value = this.inputs.get(one.name)?.value.trim() ?? this.drawing?.text ?? "";
      this.values[one.name] = value;
      if (value && value !== String(one.default)) parameters[one.name] = value;
    }
    return { game: this.family.name, variant: this.variant, parameters };
  }

  async preview() {
    const { fault, chosen } = this;
    const isStill = () => JSON.stringify(chosen) === JSON.stringify(this.chosen);
    if (fault) {
      this.refuse(fault);
      return;
    }
    try {
      const seen = await ask("new", chosen);
      if (!isStill()) return;
      this.view.show(seen.board, seen.cells, [], { blocks: seen.blocks, captured: seen.captured });
      this.view.state({ open: this.pointing ? new Set(seen.board.places.keys()) : undefined });
      this.refuse("");
    } catch (fault) {
      if (isStill()) this.refuse(wordsOf(fault));
    }
  }

  // Says what is wrong with what is chosen; "" if it can be played.
  /** @param {string} words */
  refuse(words) {
    $("#new-error").textContent = words;
    $("#new-start").disabled = Boolean(words);
  }

  async start() {
    const players = this.seats.map(({ value }) => value);
    try {
      const seen = await ask("new", { ...this.chosen, players, names: this.showNames() });
      $("#new-dialog").close();
      if (seen.person !== null) chooseLevel(seen.board.family, opponentOf(players));
      this.begin(seen);
    } catch (fault) {
      $("#new-error").textContent = wordsOf(fault);
    }
  }
}

/** @param {string} name */
function nameOfPlayer(name) {
  /** @type {Record<string, string>} */
  const names = {
    human: t("you"),
    perfect: t("perfect where the outcome is proved, else strong"),
    hard: t("hard: makes a mistake now and then"),
    easy: t("easy: makes mistakes often"),
    random: t("random: any legal move"),
  };
  return names[name] || name;
}

/** @param {string} words @param {HTMLElement} input */
function field(words, input, note = "") {
  return el("label", { class: "field" }, el("span", {}, words), input, note && el("small", {}, note));
}
