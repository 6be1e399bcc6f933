// Cards of games: a small board, its variants as chips, and the ways to begin right there.

import { el } from "../core/dom.js";
import { miniature } from "../board/small_board.js";
import { atLevel, chooseLevel } from "../core/levels.js";
import { matchWith } from "../core/names.js";
import { openRules } from "../panels/rules_panel.js";
import { PLAY } from "../transport/transport.js";
import { capital, t } from "../core/words.js";

const STRENGTHS = {
  perfect: () => t("Perfect"),
  hard: () => t("Hard"),
  easy: () => t("Easy"),
  random: () => t("Random"),
};

// The card of a game; `kindWords` is the display name of its kind.
export const drawCard = (family, kind, kindWords) => begun(new Card(family, kind, kindWords)).node;

// Games for a first visit: a board, a name and one button each.
export function drawFirst(place, families, names) {
  const found = names.map((name) => families.find((one) => one.name === name)).filter(Boolean);
  const entry = (family) => {
    const { face, begin } = begun(new Card(family));
    return el("li", { "data-game": family.name }, face, el("h3", {}, capital(family.title)), begin);
  };
  place.replaceChildren(...found.map(entry));
  place.closest("section").hidden = !found.length;
}

// A card that shows the game that lists offer.
function begun(card) {
  const { variants, example } = card.family;
  card.choose(variants.find((one) => one.example === example) || variants[0]);
  return card;
}

class Card {
  /** @param {Api.Family} family @param {string} kind @param {string} kindWords */
  constructor(family, kind = "", kindWords = "") {
    this.family = family;
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
    const sides = [
      el("option", { value: "0" }, t("{player}, first", { player: first })),
      el("option", { value: "1" }, t("{player}, second", { player: second })),
    ];
    const select = (name, options, change) => {
      const node = el("select", { "data-choice": name }, options);
      node.addEventListener("change", () => {
        change(node.value);
        this.draw();
      });
      return node;
    };
    this.strength = select("strength", strengths, (level) => chooseLevel(this.family.name, level));
    this.side = select("side", sides, (side) => (this.sideChosen = Number(side)));
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
  choose(variant, name = variant.example) {
    this.variant = variant;
    this.name = name;
    if (variant.board) this.small.show(variant);
    this.draw();
  }

  draw() {
    const { family, name, variant } = this;
    const plural = family.variants.length > 1;
    const said = plural && variant !== family.variants[0] ? variant.words : withoutTitle(family.summary);
    this.words.replaceChildren(capital(said), ...this.warning());
    const link = (words, address, main = false) =>
      el("a", { class: main ? "button primary" : "button", href: address }, words);
    const analyse = link(t("Analyse"), playing(name, [], "all"));
    const daily = link(t("Puzzle of the day"), `${PLAY}#daily:${name}`);
    let main;
    if (family.board.players.length) {
      const { seats } = this;
      this.strength.value = seats.find((one) => one !== "human");
      this.side.value = seats.indexOf("human");
      main = link(t("Play the computer"), playing(name, seats, "hint"), true);
      const two = link(t("Two players"), playing(name, [], "hint"));
      this.actions.replaceChildren(main, two, analyse, daily);
    } else {
      main = link(t("Play"), playing(name, [], "hint"));
      this.actions.replaceChildren(daily, analyse);
    }
    for (const way of [this.face, this.begin]) way.setAttribute("href", main.getAttribute("href"));
  }

  // What to begin with where the usual start cannot be solved.
  warning() {
    const { instead, example } = this.variant;
    if (!instead) return [];
    const solvable = this.name === instead;
    const words = solvable ? t("This start can be solved.") : t("From the usual start, it is impossible to finish with a single peg.");
    const other = solvable ? t("Use the usual start") : t("Choose a start that can be solved");
    const change = () => this.choose(this.variant, solvable ? example : instead);
    const button = el("button", { type: "button", class: "link", onclick: change }, other);
    return [" ", el("span", { class: "warning" }, words, " ", button)];
  }

  // Play at once, read about the game, or unfold the other ways to begin.
  more() {
    const label = (words) => `${words}: ${capital(this.family.title)}`;
    const button = (words, press) =>
      el("button", { type: "button", "aria-label": label(words), onclick: press }, words);
    const about = button(t("About"), () => openRules(this.name));
    const unfold = button(t("More"), () => {
      this.ways.hidden = !this.ways.hidden;
      unfold.setAttribute("aria-expanded", String(!this.ways.hidden));
    });
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
export const withoutTitle = (summary) => summary.replace(/^[^:]{1,40}?\s?:\s/, "");

// The address of a new match; `say` is how much the kibitzer tells there.
function playing(name, players, say) {
  return `${PLAY}?say=${say}#${encodeURI(matchWith(name, players))}`;
}
