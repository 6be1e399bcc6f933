// Cards of games: a small board, its variants as chips, and the ways to begin right there.

import { $, button, el } from "../core/dom.js";
import { miniature } from "../board/small_board.js";
import { atLevel, chooseLevel, opponentOf } from "../core/levels.js";
import { hashOf } from "../core/address.js";
import { openRules } from "../panels/rules_panel.js";
import { PLAY } from "../transport/transport.js";
import { capital, t } from "../core/words.js";

const STRENGTHS = {
  perfect: () => t("Perfect"),
  hard: () => t("Hard"),
  easy: () => t("Easy"),
  random: () => t("Random"),
};

/** @typedef {Api.Games["seated"]} Seated */

// The card of a game; `kindWords` is the display name of its kind.
/** @param {Api.Family} family @param {Seated} seated @param {string} kind @param {string} kindWords */
export const drawCard = (family, seated, kind, kindWords) => begun(new Card(family, seated, kind, kindWords)).node;

// Games for a first visit: a board, a name and one button each.
/** @param {Api.Family[]} families @param {string[]} names of some of them @param {Seated} seated */
export function drawFirst(families, names, seated) {
  const found = names.flatMap((name) => families.find((one) => one.name === name) ?? []);
  /** @param {Api.Family} family */
  const entry = (family) => {
    const { face, begin } = begun(new Card(family, seated));
    return el("li", { "data-game": family.name }, face, el("h3", {}, capital(family.title)), begin);
  };
  $("#first-games").replaceChildren(...found.map(entry));
  $("#first").hidden = !found.length;
}

// A card that shows the game that lists offer.
/** @param {Card} card */
function begun(card) {
  const { variants, example } = card.family;
  card.choose(variants.find((one) => one.example === example) || variants[0]);
  return card;
}

class Card {
  /** @type {Api.Variant} */
  variant; // the one that is shown
  /** @type {Api.Start} */
  start; // the game that is begun
  /** @type {number | null} */
  sideChosen = null;
  strength = el("select", { "data-choice": "strength" });
  side = el("select", { "data-choice": "side" });

  /** @param {Api.Family} family @param {Seated} seated @param {string} kind @param {string} kindWords */
  constructor(family, seated, kind = "", kindWords = "") {
    this.family = family;
    this.seated = seated;
    this.small = miniature(family);
    this.face = el("a", { class: "face", tabindex: -1, "aria-hidden": "true" }, this.small.picture);
    this.begin = el("a", { class: "button primary" }, t("Play"));
    this.words = el("p", { class: "words" });
    this.actions = el("p", { class: "strip actions" });
    this.ways = el(
      "div",
      { class: "ways", hidden: true, id: `ways-${family.name}` },
      this.chips(),
      family.board.players.length ? this.against() : null,
      this.actions,
    );
    this.node = el(
      "article",
      { class: "card", "data-game": family.name, "data-kind": kind, "data-words": this.searched },
      this.face,
      el("h4", {}, family.title),
      kindWords && el("p", { class: "overline" }, capital(kindWords)),
      this.words,
      this.ways,
      this.more(),
    );
  }

  get searched() {
    const { title, summary, variants, heading, aliases } = this.family;
    const called = variants.flatMap((one) => [one.title, one.words]);
    return [title, summary, heading, ...called, ...aliases].join(" ");
  }

  // The variants that need no more choices; the others are in the dialog for a new game.
  chips() {
    const { name, variants } = this.family;
    const ready = variants.filter((one) => one.example);
    if (ready.length < 2) return null;
    const chips = ready.map((one) => {
      const radio = { type: "radio", name: `variant-${name}`, value: one.name, class: "unseen" };
      const input = el("input", { ...radio, onchange: () => this.choose(one) });
      input.checked = one.example === this.family.example;
      return el("label", { class: "chip" }, input, el("span", {}, capital(one.title)));
    });
    return el("div", { class: "chips", role: "radiogroup", "aria-label": t("Variant") }, chips);
  }

  against() {
    const strengths = Object.entries(STRENGTHS).map(([value, name]) => el("option", { value }, name()));
    const [first, second] = this.family.board.players;
    this.strength.append(...strengths);
    this.side.append(
      el("option", { value: "0" }, t("{player}, first", { player: first })),
      el("option", { value: "1" }, t("{player}, second", { player: second })),
    );
    this.strength.addEventListener("change", () => {
      chooseLevel(this.family.name, this.strength.value);
      this.draw();
    });
    this.side.addEventListener("change", () => {
      this.sideChosen = Number(this.side.value);
      this.draw();
    });
    /** @param {string} words @param {HTMLSelectElement} node */
    const label = (words, node) => el("label", {}, el("span", {}, words), node);
    return el("div", { class: "against" }, label(t("Computer"), this.strength), label(t("You are"), this.side));
  }

  // Who plays, unless two people do: on the usual side, at the level chosen last for this game.
  get seats() {
    const seats = atLevel(this.family.name, this.variant.seats);
    const usual = seats.indexOf("human");
    return (this.sideChosen ?? usual) === usual ? seats : seats.reverse();
  }

  // Shows a variant, or another start of it.
  /** @param {Api.Variant} variant @param {Api.Start} [start] */
  choose(variant, start) {
    this.variant = variant;
    this.start = start ?? variant.board ?? this.family.board;
    const { board, cells, blocks } = variant;
    if (board) this.small.show({ board, cells, blocks });
    this.draw();
  }

  draw() {
    const { family, variant } = this;
    const plural = family.variants.length > 1;
    const said = plural && variant !== family.variants[0] ? variant.words : withoutTitle(family.summary);
    this.words.replaceChildren(capital(said), ...this.warning());
    /** @param {string} words @param {string} address */
    const link = (words, address, main = false) =>
      el("a", { class: main ? "button primary" : "button", href: address }, words);
    const analyse = link(t("Analyse"), this.playing([], "all"));
    const daily = link(t("Puzzle of the day"), `${PLAY}#daily:${this.start.name}`);
    const isForTwo = family.board.players.length > 0;
    const seats = isForTwo ? this.seats : [];
    const begin = this.playing(seats, "hint");
    if (isForTwo) {
      this.strength.value = opponentOf(seats);
      this.side.value = String(seats.indexOf("human"));
      const two = link(t("Two players"), this.playing([], "hint"));
      this.actions.replaceChildren(link(t("Play the computer"), begin, true), two, analyse, daily);
    } else this.actions.replaceChildren(daily, analyse);
    for (const way of [this.face, this.begin]) way.href = begin;
  }

  // What to begin with where the usual start cannot be solved.
  warning() {
    const { instead } = this.variant;
    if (!instead) return [];
    const solvable = this.start.name === instead.name;
    const words = solvable ? t("This start can be solved.") : t("From the usual start, it is impossible to finish with a single peg.");
    const other = solvable ? t("Use the usual start") : t("Choose a start that can be solved");
    const change = () => this.choose(this.variant, solvable ? undefined : instead);
    const way = el("button", { type: "button", class: "link", onclick: change }, other);
    return [" ", el("span", { class: "warning" }, words, " ", way)];
  }

  // The address of a new match; `say` is how much the kibitzer shows there.
  /** @param {string[]} players none where people play every side @param {"all" | "hint"} say */
  playing(players, say) {
    return `${PLAY}?say=${say}${hashOf(this.start.match + (this.seated[players.join(" ")] ?? ""))}`;
  }

  // Play at once, read about the game, or unfold the other ways to begin.
  more() {
    /** @param {string} words */
    const label = (words) => t("{name}: {meaning}", { name: words, meaning: capital(this.family.title) });
    const about = button(t("About"), () => openRules(this.start.name));
    about.ariaLabel = label(t("About"));
    const unfold = button(t("More"), () => {
      this.ways.hidden = !this.ways.hidden;
      unfold.setAttribute("aria-expanded", String(!this.ways.hidden));
    });
    unfold.ariaLabel = label(t("More"));
    unfold.setAttribute("aria-expanded", "false");
    unfold.setAttribute("aria-controls", this.ways.id);
    this.begin.setAttribute("aria-label", label(t("Play")));
    if (this.family.parameters.length) {
      const address = `${PLAY}?new=${this.family.name}`;
      const options = el("a", { href: address, "aria-label": label(t("More options")) }, t("More options"));
      this.ways.append(el("p", { class: "more" }, options));
    }
    return el("p", { class: "strip quick" }, this.begin, about, unfold);
  }
}

// What a game is about, without its title, which most say first.
/** @param {string} summary */
export const withoutTitle = (summary) => summary.replace(/^[^:]{1,60}?\s?:\s/, "");
