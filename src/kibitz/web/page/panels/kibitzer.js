// Kibitzer: requests opinions on the match and shows them in their panels.

import { fail, wordsOf } from "../core/announce.js";
import { $, el, keep, keepHere, kept, keptHere } from "../core/dom.js";
import { showProgress } from "./table_progress.js";
import { drawGraph } from "./value_graph.js";
import { USUAL, isOpen, saysIn, whenOf } from "../core/modes.js";
import { withFewRings } from "../board/move_values.js";
import { markOf } from "../board/marks.js";
import { bestFew, drawMoves } from "./move_groups.js";
import { Fault, ask, askInParts, build } from "../transport/talk.js";
import { drawComment, drawVerdict, paintOf, sayInstead } from "./verdict_panel.js";
import { t } from "../core/words.js";

/** @type {("#verdict" | "#comment" | "#kibitzer-body" | "#graph-panel")[]} */
const JUDGED = ["#verdict", "#comment", "#kibitzer-body", "#graph-panel"]; // where opinions are
/** @typedef {import("../core/store.js").Says} Says @type {Says[]} */
const WAYS = ["all", "hint", "off"];
const A_MOMENT = 1200; // milliseconds after which the cause of a delay is shown

// How much it was asked to say where this game was begun; that holds for this tab.
function modeAsked() {
  const asked = new URLSearchParams(location.search).get("say") ?? "";
  if (WAYS.includes(/** @type {Says} */ (asked))) keepHere("say", asked);
  return keptHere("say");
}

/** @param {import("../core/modes.js").When} when */
const readChoice = (when) => /** @type {Says} */ (kept(`kibitzer-${when}`, USUAL[when]));

// What can be done where a moment is not enough.
/** @param {boolean} mayBuild @param {boolean} hasCommand */
function adviceWords(mayBuild, hasCommand) {
  if (mayBuild) {
    return hasCommand
      ? t("This takes more than a moment. Build the table here, or run:")
      : t("This takes more than a moment. Build the table here.");
  }
  return hasCommand
    ? t("Building the table for this board takes a long time and gigabytes of memory, too much for the browser. In a terminal, run:")
    : t("Building the table for this board takes a long time and gigabytes of memory, too much for the browser.");
}

/** @typedef {import("../core/store.js").Seen} Seen */

export class Kibitzer {
  /** @type {AbortController | null} */
  searching = null;
  /** @type {Set<string>} */
  begun = new Set(); // the games whose tables were built unasked
  building = false;
  waiting = 0;

  /**
   * @param {import("../core/store.js").Store} store
   * @param {import("../board/board_view.js").BoardView} view
   * @param {{ play(move: Api.JudgedMove): void, jump(ply: number): void }} on
   */
  constructor(store, view, on) {
    this.store = store;
    this.view = view;
    this.on = on;
    const asked = modeAsked();
    const playing = asked === "off" ? asked : readChoice("playing");
    store.change({ asked, choices: { playing, looking: readChoice("looking") } });
    store.subscribe((state, before) => {
      if (!state.opinion) this.expect(state.seen, before.seen);
      this.draw();
    }, "seen", "opinion", "mode", "choices", "chose");
    const choice = $("#kibitzer-mode");
    choice.value = this.says;
    choice.addEventListener("change", () => this.choose(/** @type {Says} */ (choice.value)));
    $("#reveal").addEventListener("click", () => this.choose("all"));
    $("#build").addEventListener("click", () => this.build());
    $("#search-stop").addEventListener("click", () => this.stopSearch());
  }

  get seen() {
    return this.store.state.seen;
  }

  get opinion() {
    return this.store.state.opinion;
  }

  get says() {
    return saysIn(this.store.state);
  }

  // The next of the ways to say more or less, unless a puzzle is open.
  next() {
    if (!isOpen(this.store.state)) this.choose(WAYS[(WAYS.indexOf(this.says) + 1) % WAYS.length]);
  }

  // A game against the computer was begun in this tab.
  beginGame() {
    this.store.change({ asked: "hint" });
    keepHere("say", "hint");
  }

  /** @param {Says} says */
  choose(says) {
    const { state } = this.store;
    const when = whenOf(state);
    keep(`kibitzer-${when}`, says);
    this.store.change({ choices: { ...state.choices, [when]: says }, chose: true });
    if (says === "off") this.stopSearch();
    if (state.seen && !state.opinion) this.look(); // it was silent, so it has not looked
  }

  // At the end a review is offered in any case, unless a puzzle is still open.
  get asksNothing() {
    return this.says === "off" && (!this.seen.finished || isOpen(this.store.state));
  }

  // A match is on the board whose opinion is not known. What was said before stays, dimmed, until
  // then, so that nothing jumps.
  /** @param {Seen} seen @param {Seen | undefined} before */
  expect(seen, before) {
    this.stopSearch();
    $("#offer").hidden = true;
    this.view.paint(null);
    if (before?.board.name !== seen?.board.name && this.says === "all") this.clear();
    if (!seen || this.asksNothing) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.wait(), A_MOMENT);
  }

  clear() {
    sayInstead(t("Thinking…"));
    $("#advice").hidden = true;
    $("#moves-known").replaceChildren();
    $("#graph").replaceChildren();
  }

  // Asks for the opinion on the match on the board.
  async look() {
    const { seen } = this;
    if (this.asksNothing) return;
    try {
      this.receive(seen, await ask("opinion", { match: seen.match }));
    } catch (fault) {
      this.miss(seen, fault);
    }
  }

  /** @param {Seen} seen @param {Api.Opinion} opinion */
  receive(seen, opinion) {
    if (this.seen.match !== seen.match) return;
    if (opinion.table === "seconds" && this.says !== "off") this.begin(seen.board.name);
    if (opinion.search && !this.searching && this.says !== "off") this.search(seen);
    const judged = { graph: opinion.graph, history: seen.history, board: seen.board };
    this.store.change({ opinion: withFewRings(opinion), judged });
  }

  // Searches on in the background and says what is proved, until all is, or until it is stopped:
  // by a move, or by a button.
  /** @param {Seen} seen */
  async search(seen) {
    const stop = (this.searching = new AbortController());
    try {
      for await (const { opinion } of askInParts("search", { match: seen.match }, stop.signal)) {
        this.receive(seen, opinion);
      }
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault; // the former opinion stays
    } finally {
      if (this.searching === stop) this.searching = null;
      this.draw();
    }
  }

  stopSearch() {
    this.searching?.abort();
    this.searching = null;
    $("#searching").hidden = true;
  }

  // No opinion will come.
  /** @param {Seen} seen @param {unknown} fault */
  miss(seen, fault) {
    if (this.seen.match !== seen.match) return;
    fail(fault);
    clearTimeout(this.waiting);
    this.dim(false);
    sayInstead(wordsOf(fault));
  }

  // Says what it is that takes longer than a moment.
  wait() {
    if (this.opinion || !this.seen) return;
    const words =
      this.seen.to_move === "human"
        ? t("Working out every continuation; the first time this takes a few seconds. You can play on meanwhile.")
        : t("Thinking…");
    $("#comment").hidden = this.says !== "all";
    $("#comment").classList.remove("stale");
    $("#notes").replaceChildren(el("p", { class: "quiet" }, words));
  }

  // Offers the way back to where a lost puzzle could be solved.
  offerBack(opinion = this.opinion) {
    $("#offer").hidden = !opinion || opinion.last_good === null;
    $("#offer-back").onclick = () => this.on.jump(opinion?.last_good ?? 0);
  }

  draw() {
    const shown = this.says === "all";
    $("#kibitzer-mode").value = this.says;
    for (const place of JUDGED) $(place).hidden = !shown;
    $("#comment").hidden ||= Boolean(this.seen?.over) && !$("#notes").childElementCount;
    $("#meter").classList.toggle("unlit", !shown); // its place in the frame stays
    this.drawHushed();
    if (!this.seen) return;
    $("#hint").hidden = this.says === "off" || this.seen.over;
    this.drawMarks();
    if (!shown) return;
    const { opinion, on, seen, view } = this;
    this.dim(!opinion && this.store.state.judged?.board.name === seen.board.name);
    if (!opinion) return;
    drawVerdict(seen, opinion.verdict);
    drawComment(seen, opinion, { jump: on.jump, show: (reason) => view.paint(paintOf(reason)) });
    this.drawAdvice(opinion);
    /** @param {Api.JudgedMove} move */
    const play = (move) => this.opinion && on.play(move);
    drawMoves($("#moves-known"), seen.board, opinion, { play, preview: (move) => view.preview(move) });
    drawGraph($("#graph"), seen, opinion.graph, on.jump);
  }

  // Offers the verdict while it is hidden.
  drawHushed() {
    $("#hushed").hidden = this.says === "all";
    $("#hushed-words").textContent =
      this.says === "off"
        ? t("The kibitzer says nothing during the game. Your mistakes are shown at the end.")
        : t("The verdict is hidden while you play. Press Hint for a good move. Your mistakes are shown at the end.");
  }

  // Shows the best moves of the player to move on the board.
  drawMarks() {
    const marked = this.says === "all" && this.seen.to_move === "human" && this.opinion;
    this.view.mark(marked ? bestFew(marked).map((move) => markOf(move, move.value.tone)) : []);
  }

  /** @param {boolean} stale */
  dim(stale) {
    for (const place of JUDGED) $(place).classList.toggle("stale", stale);
  }

  /** @param {Api.Opinion} opinion */
  drawAdvice(opinion) {
    const quick = opinion.table === "seconds" && this.building;
    $("#searching").hidden = !this.searching;
    const open = opinion.value.tone === "unknown" && (opinion.table || opinion.command);
    $("#advice").hidden = !open || quick || Boolean(this.searching);
    $("#command").hidden = !opinion.command;
    $("#command").textContent = opinion.command || "";
    const mayBuild = opinion.table !== "hours";
    $("#advice-words").textContent = adviceWords(mayBuild, Boolean(opinion.command));
    $("#build").hidden = !mayBuild;
    $("#build").disabled = Boolean(this.building);
  }

  // A table that takes seconds is built unasked, once.
  /** @param {string} name */
  begin(name) {
    if (this.begun.has(name) || this.building) return;
    this.begun.add(name);
    this.build();
  }

  async build() {
    const { name } = this.seen.board;
    this.building = true;
    try {
      const built = await build(name, showProgress);
      if (built && this.seen.board.name === name) await this.look();
    } catch (fault) {
      fail(fault);
    } finally {
      this.building = false;
      $("#progress-box").hidden = true;
      this.draw();
    }
  }
}
