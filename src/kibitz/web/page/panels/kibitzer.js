// Kibitzer: requests opinions on the match and shows them in their panels.

import { $, el, keep, keepHere, kept, keptHere } from "../core/dom.js";
import { showProgress } from "./table_progress.js";
import { drawGraph } from "./value_graph.js";
import { markOf } from "../board/marks.js";
import { bestFew, drawMoves } from "./move_groups.js";
import { Fault, ask, askInParts, build } from "../transport/talk.js";
import { drawComment, drawVerdict, paintOf, sayInstead } from "./verdict_panel.js";
import { t } from "../core/words.js";

const JUDGED = ["#verdict", "#comment", "#kibitzer-body", "#graph-panel"]; // where opinions are
const MODES = ["all", "hint", "off"]; // how much it shows
const A_MOMENT = 1200; // milliseconds after which the cause of a delay is shown

// How much it was asked to say where this game was begun; that holds for this tab.
function modeAsked() {
  const asked = new URLSearchParams(location.search).get("say") ?? "";
  if (MODES.includes(asked)) keepHere("say", asked);
  return keptHere("say");
}

// What can be done where a moment is not enough.
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

// What it says during a game, and in an analysis or after the end, unless another mode was chosen.
const USUAL = { playing: "hint", looking: "all" };

export class Kibitzer {
  /** @type {import("../transport/talk.js").Seen} */
  seen;
  /** @type {Api.Opinion | null} */
  opinion = null;
  /** @type {{ graph: Api.Point[], history: string[], board: Api.Board } | null} */
  judged = null; // what was known last
  /** @type {AbortController | null} */
  searching = null;

  // `on` has what happens: play(move), preview(move), mark(marks), paint(cells), jump(ply),
  // changed(), failed(fault).
  constructor(on) {
    this.on = on;
    this.begun = new Set(); // the games whose tables were built unasked
    this.asked = modeAsked();
    this.choices = Object.fromEntries(Object.keys(USUAL).map((when) => [when, kept(`kibitzer-${when}`, USUAL[when])]));
    if (this.asked === "off") this.choices.playing = "off";
    this.held = null; // the mode while a puzzle is open or a game is reviewed
    const choice = $("#kibitzer-mode");
    choice.value = this.mode;
    choice.addEventListener("change", () => {
      this.held = null;
      this.choices[this.when] = choice.value;
      keep(`kibitzer-${this.when}`, choice.value);
      this.draw();
      this.on.changed();
      if (this.silent) this.stopSearch();
      if (this.seen && !this.opinion) this.look(this.seen); // it was silent, so it has not looked
    });
    $("#offer-back").addEventListener("click", () => this.on.jump(this.opinion?.last_good));
    $("#reveal").addEventListener("click", () => this.choose("all"));
    $("#build").addEventListener("click", () => this.build());
    $("#search-stop").addEventListener("click", () => this.stopSearch());
  }

  // A game is under way if it was begun to be played, or against the computer; not once it is over.
  get when() {
    if (!this.seen || this.seen.finished || this.asked === "all") return "looking";
    return this.asked || this.seen.person !== null ? "playing" : "looking";
  }

  get mode() {
    return this.held ?? this.choices[this.when];
  }

  next() {
    if (this.held !== "off") this.choose(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
  }

  // A game against the computer was begun in this tab.
  beginGame() {
    this.asked = "hint";
    keepHere("say", this.asked);
  }

  choose(mode) {
    $("#kibitzer-mode").value = mode;
    $("#kibitzer-mode").dispatchEvent(new Event("change"));
  }

  // While a puzzle is open, or a game is reviewed, the mode is this; else, with null, the chosen one.
  hold(mode) {
    this.held = mode;
    $("#kibitzer-mode").value = this.mode;
  }

  get silent() {
    return this.mode === "off";
  }

  // At the end a review is offered in any case, unless a puzzle is still open.
  asksNothing(seen) {
    return this.silent && (!seen.finished || this.held === "off");
  }

  // A match is on the board; the opinion on it comes with the same answer. What was said before
  // stays, dimmed, until then, so that nothing jumps.
  expect(seen) {
    this.stopSearch();
    const same = this.seen?.board.name === seen.board.name;
    if (this.held === "all" && this.seen?.finished && !seen.finished) this.held = null; // it goes on
    this.seen = seen;
    this.opinion = null;
    $("#kibitzer-mode").value = this.mode;
    $("#offer").hidden = true;
    this.on.mark([]);
    this.on.paint(null);
    this.draw();
    if (!same && this.mode === "all") this.clear();
    if (this.asksNothing(seen)) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.wait(), A_MOMENT);
  }

  clear() {
    sayInstead(t("Thinking…"));
    $("#advice").hidden = true;
    for (const place of ["#moves-known", "#graph"]) $(place).replaceChildren();
  }

  // A match is on the board whose opinion must be asked for.
  async look(seen) {
    this.expect(seen);
    if (this.asksNothing(seen)) return;
    try {
      this.receive(seen, await ask("opinion", { match: seen.match }));
    } catch (fault) {
      this.miss(seen, fault);
    }
  }

  /** @param {import("../transport/talk.js").Seen} seen @param {Api.Opinion} opinion */
  receive(seen, opinion) {
    if (this.seen.match !== seen.match) return;
    // Where all moves are alike, a ring around each says nothing.
    if (opinion.moves.every((move) => move.best)) {
      for (const move of opinion.moves) move.best = false;
    }
    this.opinion = opinion;
    this.judged = { graph: opinion.graph, history: seen.history, board: seen.board };
    if (opinion.table === "seconds" && !this.silent) this.begin(seen.board.name);
    if (opinion.search && !this.searching && !this.silent) this.search(seen);
    this.draw();
    this.on.changed();
  }

  // Searches on in the background and says what is proved, until all is, or until it is stopped:
  // by a move, or by a button.
  async search(seen) {
    const stop = (this.searching = new AbortController());
    try {
      for await (const { opinion } of askInParts("search", { match: seen.match }, stop.signal)) {
        this.receive(seen, opinion);
      }
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault; // what was said before stays
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
  miss(seen, fault) {
    if (this.seen.match !== seen.match) return;
    this.on.failed(fault);
    clearTimeout(this.waiting);
    this.dim(false);
    sayInstead(fault.message);
  }

  // Says what it is that takes longer than a moment.
  wait() {
    if (this.opinion || !this.seen) return;
    const words =
      this.seen.to_move === "human"
        ? t("Working out every continuation; the first time this takes a few seconds. You can play on meanwhile.")
        : t("Thinking…");
    $("#comment").hidden = this.mode !== "all";
    $("#comment").classList.remove("stale");
    $("#notes").replaceChildren(el("p", { class: "quiet" }, words));
  }

  // The values to show on the board: of each cell that can be pointed at, the best move through it.
  tokens(pointing) {
    const found = new Map();
    if (this.mode !== "all" || !this.opinion) return found;
    for (const cell of pointing.open) {
      const value = this.best(pointing.through([cell]));
      if (value) found.set(cell, value);
    }
    return found;
  }

  best(moves) {
    if (this.mode !== "all" || !this.opinion) return null;
    const texts = new Set(moves.map((move) => move.move));
    const judged = this.opinion.moves.find((move) => texts.has(move.move));
    return judged && { ...judged.value, best: judged.best };
  }

  // What is known of the moves made, also while a new opinion is on its way.
  /** @param {import("../transport/talk.js").Seen} seen @returns {Api.Point[]} */
  graphOf({ board, history: made }) {
    if (this.mode !== "all" || this.judged?.board.name !== board.name) return [];
    const { graph, history } = this.judged;
    const other = made.findIndex((move, at) => move !== history[at]);
    return other < 0 ? graph : graph.slice(0, other + 1);
  }

  // The move to recommend, if one can be.
  get hint() {
    const wanted = this.opinion?.hint.move;
    return wanted ? this.opinion?.moves.find((move) => move.move === wanted) : null;
  }

  // Offers the way back to where a lost puzzle could be solved.
  offerBack() {
    const { opinion } = this;
    $("#offer").hidden = !opinion || opinion.last_good === null;
  }

  draw() {
    const shown = this.mode === "all";
    for (const place of JUDGED) $(place).hidden = !shown;
    $("#comment").hidden ||= Boolean(this.seen?.over) && !$("#notes").childElementCount;
    $("#meter").classList.toggle("unlit", !shown); // its place in the frame stays
    this.drawHushed();
    if (!this.seen) return;
    $("#hint").hidden = this.mode === "off" || this.seen.over;
    this.drawMarks();
    if (!shown) return;
    this.dim(!this.opinion && this.judged?.board.name === this.seen.board.name);
    if (!this.opinion) return;
    const { opinion, on, seen } = this;
    drawVerdict(seen, opinion.verdict);
    drawComment(seen, opinion, { jump: on.jump, show: (reason) => on.paint(paintOf(reason)) });
    this.drawAdvice(opinion);
    const play = (move) => this.opinion && on.play(move);
    drawMoves($("#moves-known"), seen.board, opinion, { play, preview: on.preview });
    drawGraph($("#graph"), seen, opinion.graph, on.jump);
  }

  // Says what is there to be had while the verdict is hidden.
  drawHushed() {
    $("#hushed").hidden = this.mode === "all";
    $("#hushed-words").textContent =
      this.mode === "off"
        ? t("The kibitzer says nothing during the game. Your mistakes are shown at the end.")
        : t("The verdict is hidden while you play. Press Hint for a good move. Your mistakes are shown at the end.");
  }

  // Shows the best moves of the player to move on the board.
  drawMarks() {
    const marked = this.mode === "all" && this.seen.to_move === "human" && this.opinion;
    this.on.mark(marked ? bestFew(marked).map((move) => markOf(move, move.value.tone)) : []);
  }

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
      if (built && this.seen.board.name === name) await this.look(this.seen);
    } catch (fault) {
      this.on.failed(fault);
    } finally {
      this.building = false;
      $("#progress-box").hidden = true;
      this.draw();
    }
  }
}
