// The rules of a game: in a dialog and, when a game is played for the first time, in a panel.

import { $, el, keep, kept, marked } from "../core/dom.js";
import { miniature } from "../board/small_board.js";
import { hashOf } from "../core/address.js";
import { fail } from "../core/announce.js";
import { ask } from "../transport/talk.js";
import { PLAY } from "../transport/transport.js";
import { asTapped, capital, t } from "../core/words.js";

/** @type {Map<string, Promise<Api.About>>} */
const cache = new Map();

/** @param {string} name */
function aboutOf(name) {
  const found = cache.get(name) ?? ask("about", { name });
  cache.set(name, found);
  return found;
}

// Description of a game: complete, or what is needed for the first move.
/** @param {Api.About} about */
function allOf(about) {
  return [
    ...aim(about),
    el("ul", {}, about.rules.map((one) => el("li", {}, one))),
    ...solvable(about),
    el("h3", {}, t("How to move")),
    el("p", {}, asPointed(about.pointing)),
    el("p", {}, about.writing),
    ...history(about),
    ...known(about),
  ];
}

// How to point at a move: what a mouse clicks, a finger taps.
/** @param {string} words */
const asPointed = (words) => (matchMedia("(hover: none)").matches ? asTapped(words) : words);

/** @param {Api.About} about */
const aim = ({ aim: words }) => (words ? [el("p", { class: "aim" }, words)] : []);

// Where the game comes from.
/** @param {Api.About} about */
function history({ history: words }) {
  if (!words) return [];
  return [el("h3", {}, t("History and sources")), el("p", {}, ...marked(words))];
}

// The exact values, each with its hardest position: a picture that leads to it.
/** @param {Api.About} about */
function known({ known: values }) {
  if (!values.length) return [];
  /** @param {Api.Known} known */
  const value = ({ title, facts, hardest }) =>
    el(
      "div",
      { class: "known" },
      hardest &&
        el(
          "a",
          {
            class: "face",
            href: `${PLAY}${hashOf(hardest.match)}`,
            "aria-label": t("The hardest position, to play"),
            title: t("The hardest position, to play"),
            onclick: close,
          },
          miniature(hardest).picture,
        ),
      el(
        "div",
        {},
        el("h4", {}, title),
        el("dl", {}, facts.flatMap(({ label, words }) => [el("dt", {}, label), el("dd", {}, ...marked(words))])),
      ),
    );
  return [el("h3", {}, t("Exact values")), ...values.map(value)];
}

/** @param {Api.About} about */
function inShort(about) {
  return [
    ...aim(about),
    el("p", {}, asPointed(about.pointing)),
    ...solvable(about),
    el("p", {}, about.rules.join(" ")),
  ];
}

// Where the usual start cannot be solved, one that can.
/** @param {Api.About} about */
function solvable({ instead }) {
  if (!instead) return [];
  const link = { class: "button", href: `${PLAY}${hashOf(instead.match)}`, onclick: close };
  return [el("p", {}, el("a", link, t("Choose a start that can be solved")))];
}

/** @type {HTMLDialogElement | null} */
let dialog = null;
const close = () => dialog?.close();

/** @param {string} name */
export async function openRules(name) {
  const about = await aboutOf(name);
  dialog ??= document.body.appendChild(el("dialog", { id: "rules-dialog", class: "rules", "aria-labelledby": "rules-title" }));
  dialog.replaceChildren(
    el("h2", { id: "rules-title" }, capital(about.title)),
    el("p", { id: "rules-variant", class: "quiet" }, [about.kind, capital(about.variant)].filter(Boolean).join(" · ")),
    el("div", { id: "rules-body" }, allOf(about)),
    el("div", { class: "strip end" }, el("button", { type: "button", class: "close primary", onclick: close }, t("Close"))),
  );
  dialog.showModal();
}

// On the game page: a button for the dialog, and the panel until the game is known.
export class Rules {
  shown = "";
  ply = 0; // where the game was when its rules were shown

  /** @param {import("../core/store.js").Store} store */
  constructor(store) {
    $("#rules-open").hidden = false;
    for (const way of [$("#rules-open"), $("#rules-all")]) {
      way.addEventListener("click", () => openRules(store.state.seen.board.name).catch(fail));
    }
    store.subscribe(({ seen }) => this.show(seen), "seen");
    $("#rules-words").addEventListener("scroll", () => this.fade());
    new ResizeObserver(() => this.fade()).observe($("#rules-words"));
    $("#rules-done").addEventListener("click", () => {
      this.learn();
      this.hide();
    });
  }

  // The panel is there before anything is drawn if the game is new here (theme.js): then nothing
  // moves when the words come. The game is known from its first move on. Beside the board, the graph
  // and the moves then take the place of the panel, so nothing else moves; below it, it stays.
  /** @param {import("../core/store.js").Seen} seen */
  show(seen) {
    const { name, family, choice } = seen.board;
    const kind = choice.variant ? `${family}:${choice.variant}` : family; // theme.js reads it from the address
    if (kind !== this.shown) {
      [this.shown, this.ply] = [kind, seen.ply];
      if (isKnown(kind)) this.hide();
      else this.introduce(name, kind);
    }
    if (seen.ply) this.learn();
    const beside = getComputedStyle($("#panels")).display !== "contents";
    if (seen.ply > this.ply && beside) this.hide();
  }

  /** @param {string} name @param {string} kind */
  async introduce(name, kind) {
    document.documentElement.dataset.rules = "new";
    const about = await aboutOf(name).catch(() => null);
    if (!about || this.shown !== kind) return;
    $("#rules-words").replaceChildren(...inShort(about));
    $("#rules-words").scrollTop = 0;
    this.fade();
  }

  // Whether the end of the words is in sight; if not, they fade out.
  fade() {
    const { scrollTop, clientHeight, scrollHeight, classList } = $("#rules-words");
    classList.toggle("whole", scrollTop + clientHeight >= scrollHeight - 2);
  }

  learn() {
    if (!isKnown(this.shown)) keep("known", [...learnt(), this.shown].join(" "));
  }

  hide() {
    delete document.documentElement.dataset.rules;
  }
}

const learnt = () => kept("known").split(" ").filter(Boolean);
/** @param {string} kind */
const isKnown = (kind) => learnt().includes(kind);
