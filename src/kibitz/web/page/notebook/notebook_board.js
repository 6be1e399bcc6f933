// Board in a notebook: the board, the verdict and the moves of the game page, in a shadow root of its
// own, so that a notebook can have several. web/notebook/page_bundle.py makes one module of it and
// of all that it imports.
//
// The match is in Python (web/notebook/board_widget.py), and traits go to and fro. `_asked` is what
// a click asks for. `_board`, `_view` and `_opinion` are the answers, in the schemas of the API.

import { say } from "../core/announce.js";
import { $, calm, el, standIn } from "../core/dom.js";
import { Store } from "../core/store.js";
import { translate, useLanguage } from "../core/words.js";
import { markOf } from "../board/marks.js";
import { Table } from "../board/playing_board.js";
import { turnWords } from "../board/turn_words.js";
import { bestFew, drawMoves } from "../panels/move_groups.js";
import { withFewRings } from "../board/move_values.js";
import { drawComment, drawVerdict, paintOf } from "../panels/verdict_panel.js";

const THINKING = 350; // milliseconds before an opponent's move is shown
// The parts of the game page that are shown, and what they are in.
const PARTS = [
  ...["status", "below", "placing", "turn", "flip", "put", "choosing", "stay", "ambiguous", "back"],
  ...["stage", "frame", "board", "meter", "meter-words", "tools", "undo", "redo", "hint", "announce"],
  ...["verdict", "value", "comment", "notes", "kibitzer", "kibitzer-body", "moves-known"],
];

/**
 * @typedef {import("../transport/talk.js").Seen} Seen
 * @typedef {{ match: string, opinion: Api.Opinion | null }} Judged an opinion, and the match it is on
 * @typedef {object} Traits what Python says
 * @property {{ code: string, words: import("../core/words.js").Catalogue }} _words
 * @property {Api.Board} _board
 * @property {Seen & { error: string }} _view
 * @property {Judged} _opinion
 * @property {boolean} _values whether values are shown
 * @typedef {{ get<Name extends keyof Traits>(name: Name): Traits[Name], set(name: "_asked", value: object): void,
 *   save_changes(): void, on(event: string, call: () => void): void, off(event: string, call: () => void): void }} Model
 */

// Shows a board in a place of a notebook; returns what ends that. `page` is the game page.
/** @param {{ model: Model, el: HTMLElement }} where @param {{ html: string, css: string }} page */
export function render({ model, el: place }, page) {
  const host = el("div", { "data-lm-suppress-shortcuts": "true" }); // those of JupyterLab
  const root = host.attachShadow({ mode: "open" });
  const { code, words } = model.get("_words");
  useLanguage(code, words);
  host.lang = code;
  root.append(el("style", {}, page.css), partsOf(page.html));
  standIn(root);
  translate(root);
  place.append(host);
  const forget = followTheme(host, place);
  const board = new NotebookBoard(model, whenVisible(host));
  return () => {
    board.leave();
    forget();
    host.remove();
  };
}

// The parts of the game page that are shown.
/** @param {string} html */
function partsOf(html) {
  const main = new DOMParser().parseFromString(html, "text/html").querySelector("main") ?? el("main");
  const isShown = PARTS.map((id) => `#${id}`).join();
  for (const node of main.querySelectorAll("[id]")) {
    if (!node.matches(isShown) && !node.querySelector(isShown)) node.remove();
  }
  $(".panel-head", main)?.remove();
  const shown = el("div", { class: "notebook", tabindex: -1 }, [...main.children]);
  shown.append(el("div", { id: "choices", hidden: true })); // switches are those of the page
  return document.adoptNode(shown);
}

// Waits until an element has a place in the window: before, nothing in it can be measured.
/** @param {Element} host @returns {Promise<void>} */
function whenVisible(host) {
  return new Promise((done) => {
    const watch = new ResizeObserver(() => {
      if (!host.getBoundingClientRect().width) return;
      watch.disconnect();
      done();
    });
    watch.observe(host);
  });
}

// Sets the colours of the board by those of the notebook around it, whatever sets them there.
/** @param {HTMLElement} host @param {HTMLElement} place */
function followTheme(host, place) {
  const follow = () => {
    const [red, green, blue] = getComputedStyle(place).color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0];
    host.dataset.theme = 0.3 * red + 0.6 * green + 0.1 * blue > 128 ? "dark" : "light";
  };
  const watch = new MutationObserver(follow);
  for (const node of [document.documentElement, document.body]) watch.observe(node, { attributes: true });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", follow);
  whenVisible(host).then(follow);
  return () => {
    watch.disconnect();
    system.removeEventListener("change", follow);
  };
}

class NotebookBoard {
  store = new Store();

  /** @param {Model} model @param {Promise<void>} ready when something can be shown */
  constructor(model, ready) {
    this.model = model;
    this.shown = ready; // later, when the last answer is shown
    this.store.change({ mode: "playing", choices: { playing: "all", looking: "all" } });
    this.table = new Table(this.store, { made: (move) => this.play(move), place() {} });
    this.store.subscribe(() => this.draw(), "seen", "opinion");
    for (const [id, act] of Object.entries(this.actions)) $(`#${id}`)?.addEventListener("click", act);
    const page = $(".notebook");
    page?.addEventListener("keydown", (event) => this.key(event));
    $("#board").addEventListener("mousedown", (event) => {
      event.preventDefault();
      page?.focus({ preventScroll: true }); // keys mean this board
    });
    this.handlers = {
      "change:_view": () => this.receive(model.get("_view")),
      "change:_opinion": () => this.judge(model.get("_opinion")),
    };
    for (const [event, handle] of Object.entries(this.handlers)) model.on(event, handle);
    for (const handle of Object.values(this.handlers)) handle();
  }

  get seen() {
    return this.store.state.seen;
  }

  leave() {
    for (const [event, handle] of Object.entries(this.handlers)) this.model.off(event, handle);
  }

  // Asks Python for something; the answer is another view.
  /** @param {object} what @param {import("../core/store.js").Sent} pending */
  ask(what, pending = { move: "", steps: [] }) {
    if (!this.seen) return;
    this.store.change({ pending });
    this.model.set("_asked", { ...what, match: this.seen.match, id: Math.random() });
    this.model.save_changes();
  }

  /** @param {import("../core/store.js").Sent} move */
  play(move) {
    this.ask({ play: move.move }, move);
  }

  actions = {
    undo: () => this.table.back() || $("#undo").disabled || this.ask({ turns: -1 }),
    redo: () => $("#redo").disabled || this.ask({ turns: 1 }),
    hint: () => this.hint(),
  };

  hint() {
    const { opinion } = this.store.state;
    if (!opinion) return;
    const move = opinion.moves.find((one) => one.move === opinion.hint.move);
    if (move) this.table.hint(move);
    say(opinion.hint.words);
  }

  // Keys, once the board has the focus. Those that mean something here mean nothing to the notebook.
  /** @param {KeyboardEvent} event */
  key(event) {
    event.stopPropagation();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { table } = this;
    /** @type {Record<string, () => unknown>} */
    const keys = {
      u: this.actions.undo,
      y: this.actions.redo,
      h: this.actions.hint,
      r: () => table.turn(),
      f: () => table.flip(),
      k: () => table.stay(),
      escape: () => table.back(),
      arrowleft: () => table.steer([0, -1]),
      arrowright: () => table.steer([0, 1]),
      arrowup: () => table.steer([-1, 0]),
      arrowdown: () => table.steer([1, 0]),
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // Shows a match once those before it are shown: a reply after a moment.
  /** @param {Seen & { error: string }} view */
  receive({ error, ...view }) {
    /** @type {Seen} */
    const seen = { ...view, board: this.model.get("_board") };
    this.shown = this.shown.then(async () => {
      const isReply = this.seen?.ply === seen.ply - 1 && seen.players[seen.movers[seen.ply - 1]] !== "human";
      if (isReply && !calm()) await new Promise((done) => setTimeout(done, THINKING));
      this.show(seen, error);
    });
  }

  /** @param {Seen} seen @param {string} error */
  show(seen, error) {
    const { state } = this.store;
    const opinion = state.seen?.match === seen.match ? state.opinion : null;
    if (!opinion) {
      this.table.view.mark([]);
      this.table.view.paint(null);
    }
    this.dim(true);
    this.store.change({ seen, opinion, pending: null });
    $("#undo").disabled = !seen.ply;
    $("#redo").disabled = seen.ply === seen.history.length;
    if (error) say(error, { tone: "error" });
    else say(turnWords(seen), { tone: seen.ending_tone });
  }

  /** @param {Judged} judged */
  judge({ match, opinion }) {
    this.shown = this.shown.then(() => {
      if (this.seen?.match === match) this.store.change({ opinion: opinion && withFewRings(opinion) });
    });
  }

  draw() {
    const { table } = this;
    const { opinion, seen } = this.store.state;
    const hidden = !this.model.get("_values");
    for (const part of [...this.judged, $("#meter"), $("#hint")]) part.hidden = hidden;
    if (!seen || hidden) return;
    $("#hint").hidden = seen.over;
    $("#meter").classList.remove("unlit");
    if (!opinion) return;
    this.dim(false);
    drawVerdict(seen, opinion.verdict);
    drawComment(seen, opinion, { jump: (ply) => this.ask({ ply }), show: (reason) => table.view.paint(paintOf(reason)) });
    /** @param {Api.JudgedMove} move */
    const play = (move) => seen.to_move === "human" && this.play(move);
    drawMoves($("#moves-known"), seen.board, opinion, { play, preview: (move) => table.view.preview(move) });
    if (seen.to_move === "human") table.view.mark(bestFew(opinion).map((move) => markOf(move, move.value.tone)));
  }

  get judged() {
    return [$("#verdict"), $("#comment"), $("#kibitzer")];
  }

  // What was said of the position before is dimmed until the new one is judged.
  /** @param {boolean} stale */
  dim(stale) {
    for (const part of this.judged) part.classList.toggle("stale", stale);
  }
}
