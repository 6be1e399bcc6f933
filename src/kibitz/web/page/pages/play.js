// Game page: connects the board, the kibitzer, the history and the dialogs.

import { $, calm } from "../core/dom.js";
import { asked, hashOf } from "../core/address.js";
import { idOf, matchOf, newId, save } from "../core/autosave.js";
import { announceValue, fail, say } from "../core/announce.js";
import { settle } from "../core/choices.js";
import { Demo } from "../panels/solution_demo.js";
import { Editor } from "../board/position_editor.js";
import { Files } from "../dialogs/match_files.js";
import { setUpDialogs } from "../dialogs/help.js";
import { drawHistory } from "../panels/move_list.js";
import { graphOf } from "../board/move_values.js";
import { Kibitzer } from "../panels/kibitzer.js";
import { listenToKeys } from "../core/keys.js";
import { showAstray } from "./bad_link.js";
import { atLevel, count } from "../core/levels.js";
import { after, can, isOpen, modeOf, saysIn } from "../core/modes.js";
import { familyOf } from "../core/names.js";
import { NewGame } from "../dialogs/new_game.js";
import { Posed } from "../panels/puzzle_panel.js";
import { Players } from "../panels/players_strip.js";
import { Puzzles } from "../panels/puzzle_choice.js";
import { Rematch } from "../panels/rematch.js";
import { Reload } from "../panels/file_reload.js";
import { Review } from "../panels/review.js";
import { Rules } from "../panels/rules_panel.js";
import { isForward, showStatus } from "../panels/status_line.js";
import { isOpponents } from "../board/turn_words.js";
import { HistorySteps, turnFrom } from "../panels/history_steps.js";
import { Store } from "../core/store.js";
import { Table } from "../board/playing_board.js";
import { NoAnswer, ask, askInParts, pause, whenAway } from "../transport/talk.js";
import { t } from "../core/words.js";

const FIRST = "kibitz+noughts"; // shown if the address names no match
const THINKING = 350; // milliseconds before an opponent's move is shown
const NOTHING_MORE = { reply: false, opinion: false };
const OFTEN = 100; // milliseconds between changes of the address, but so many may come at once:
const MOST_CHANGES = 50;

/**
 * @typedef {import("../core/store.js").Seen} Seen
 * @typedef {import("../core/store.js").State} State
 * @typedef {{ puzzle: Api.Puzzle | null, id: string, push?: boolean }} Fresh another match than before
 * @typedef {{ reply: boolean, opinion: boolean }} More what the same answer will still bring
 * @typedef {{ fresh?: Fresh | null, event?: import("../core/modes.js").Event, answer?: State["answer"] }} Entry how
 *   a match comes onto the board: as another one, or by an event; with what is said of an answer
 */

class Game {
  store = new Store();
  changes = MOST_CHANGES; // of the address: those left
  changedAt = 0; // and when it was changed last

  constructor() {
    const { store } = this;
    const jump = this.jump.bind(this);
    const load = this.load.bind(this);
    const show = this.show.bind(this);
    const follow = this.follow.bind(this);
    const next = () => this.puzzles.next();
    store.subscribe((state) => this.mark(state), "seen", "mode");
    this.table = new Table(store, { made: (move) => this.play(move), place: (cell) => this.editor.point(cell) });
    const { view } = this.table;
    this.kibitzer = new Kibitzer(store, view, { play: (move) => this.play(move), jump });
    const list = (/** @type {State} */ state) => drawHistory($("#history"), state.seen, graphOf(state), jump);
    store.subscribe(list, "seen", "opinion", "mode", "choices", "chose");
    this.steps = new HistorySteps(store, { show: (seen) => this.show(seen, { passing: true }), settle: () => this.settle() });
    this.demo = new Demo(store, { follow, show, tellLost: (opinion) => this.tellLost(opinion) });
    this.editor = new Editor(store, view, { load, show });
    this.puzzles = new Puzzles(store, load);
    this.posed = new Posed(store, { follow, show, next, demo: (line) => this.demo.run(line) });
    this.files = new Files(store, { load, loadKept: this.loadKept.bind(this) });
    this.newGame = new NewGame(store, (seen) => this.begin(seen));
    this.rules = new Rules(store);
    this.reload = new Reload(store, { load, arrive: () => this.arrive() });
    this.rematch = new Rematch(store, { load, next });
    this.players = new Players(store, (names) => this.rename(names));
    this.review = new Review(store, jump);
    showStatus(store);
    store.subscribe((state) => this.tell(state), "opinion");
    $("#undo").addEventListener("click", () => this.undo());
    $("#redo").addEventListener("click", () => this.redo());
    $("#hint").addEventListener("click", () => this.hint());
    addEventListener("hashchange", () => this.arrive());
    whenAway((away) => store.change({ away }));
  }

  // Puts what style sheets depend on into the page.
  /** @param {State} state */
  mark(state) {
    const { seen, mode } = state;
    const puzzle = isOpen(state) ? "open" : "";
    Object.assign(document.documentElement.dataset, { mode, puzzle, ply: seen.ply, over: seen.over });
    $("#astray").hidden = true;
    $("#undo").disabled = turnFrom(seen, seen.ply, -1) === seen.ply;
    $("#redo").disabled = seen.ply === seen.history.length;
    for (const place of [$("#hint"), $("#end")]) place.hidden = seen.over;
  }

  // Arriving at a match

  // Shows the match that the address names, or a new one.
  async arrive() {
    if (this.store.state.hash && location.hash === this.store.state.hash) return;
    const id = history.state?.id || idOf(location.hash);
    const { match, game, posed, daily, day } = asked(location.hash);
    const search = new URLSearchParams(location.search);
    const wanted = search.get("new"); // the family of a new game
    if (game && daily) await this.puzzles.daily(game, day, id).catch(showAstray);
    else if (game) await this.puzzles.next(game, id).catch(showAstray);
    else if (wanted && !match) await this.offer(wanted, search.get("variant") ?? "", id);
    else await this.loadKept(matchOf(location.hash) || match || FIRST, { posed, day, id });
  }

  // Shows a match from an address or from what is kept, perhaps one that begins with a puzzle.
  /** @param {string} match @param {{ posed?: boolean, day?: string | null, id: string, push?: boolean }} how */
  async loadKept(match, { posed = false, day = null, id, push = false }) {
    const puzzle = posed || day ? await this.puzzles.in(match, day) : null;
    await this.load(match, { puzzle, id, push });
  }

  // Opens the dialog for a new game, over a game of its family.
  /** @param {string} name @param {string} variant @param {string} id */
  async offer(name, variant, id) {
    const family = await familyOf(name);
    if (!family) {
      await ask("game", { name }).catch(showAstray);
      this.reload.watchFile(name);
      return;
    }
    await this.load(family.board.match, { id });
    const usual = family.variants.find((one) => one.example === family.example);
    const choice = variant ? { variant, parameters: {} } : family.board.choice;
    await this.newGame.open({ ...family.board, choice }, atLevel(name, usual?.seats ?? []));
  }

  // Shows another match from its text, or one that begins `again` where that began; `id` is what it
  // is kept by, if it is. Back then leads to the one that was on the board, unless the address names
  // the new one already. False if it was refused; then that is said, and the board stays as it was.
  // If there was none, the page says that, and the address stays: the file of its game may be broken
  // only for now.
  /**
   * @param {string} match
   * @param {{ puzzle?: Api.Puzzle | null, players?: string[] | null, id?: string | null, push?: boolean,
   *   again?: boolean }} how
   */
  async load(match, { puzzle = null, players = null, id = null, push = !id, again = false } = {}) {
    const wanted = this.store.begin();
    const isFirst = this.store.state.mode === "empty";
    try {
      const fresh = { puzzle, id: id || newId(), push: push && !isFirst };
      const what = { match, ...(players && { players }), ...(again && { again }) };
      await this.follow(what, { wanted, fresh });
      return true;
    } catch (fault) {
      if (!wanted()) return false;
      if (isFirst) {
        this.reload.watchFile(await showAstray(fault));
      } else {
        if (!isOpen(this.store.state)) this.keep(false, false); // the address names the board again
        fail(fault);
      }
      return false;
    }
  }

  // Shows a match that has just begun. Back leads to the one that was on the board.
  /** @param {Seen} seen */
  begin(seen) {
    this.store.begin();
    if (seen.person !== null) this.kibitzer.beginGame();
    this.show(seen, { fresh: { puzzle: null, id: newId(), push: this.store.state.mode !== "empty" } });
  }

  // Following a match

  // Does something with a match and shows it; what comes after it in the same answer is shown
  // later. `wanted` tells whether it is still to be shown.
  /**
   * @param {Api.Questions["match"]} what
   * @param {{ quiet?: boolean, wanted?: () => boolean } & Entry} how
   */
  async follow(what, { quiet = false, wanted = () => true, ...entry } = {}) {
    const more = { reply: false, ...what, opinion: this.wantsOpinion(entry) };
    const parts = askInParts("match", more);
    const { view } = (await parts.next()).value;
    if (wanted()) this.show(view, { quiet, more, ...entry });
    this.showRest(parts, view, more);
  }

  // Shows what follows a match: the reply and the opinion, unless something else is shown by then.
  /** @param {AsyncGenerator<import("../transport/talk.js").MatchPart>} parts @param {Seen} seen @param {More} more */
  async showRest(parts, seen, { reply, opinion }) {
    const isShown = () => this.store.state.seen === seen;
    try {
      for await (const part of parts) {
        if (part.opinion) {
          opinion = false;
          this.kibitzer.receive(seen, part.opinion);
          continue;
        }
        reply = false;
        await new Promise((done) => setTimeout(done, calm() ? 0 : THINKING));
        const wasShown = isShown();
        seen = part.view;
        if (wasShown) this.show(seen, { more: { reply, opinion } });
      }
      reply &&= isOpponents(seen);
      if (reply || opinion) throw new NoAnswer(); // the server has ended in between
    } catch (fault) {
      if (!isShown()) return;
      if (!(fault instanceof NoAnswer)) this.kibitzer.miss(seen, fault);
      else {
        await pause();
        if (isShown()) await this.ask(seen, { reply, opinion });
      }
    }
  }

  // Asks what follows the match on the board.
  /** @param {Seen} seen @param {More} more */
  async ask(seen, more) {
    const parts = askInParts("match", { match: seen.match, ...more });
    try {
      await parts.next(); // the match as it is shown already
    } catch (fault) {
      if (this.store.state.seen === seen) fail(fault);
      return;
    }
    await this.showRest(parts, seen, more);
  }

  // A finished puzzle is compared with the best, even if the kibitzer is silent. While one move is to
  // be found, no opinion is asked for.
  /** @param {Entry} entry */
  wantsOpinion(entry = {}) {
    const state = this.entered(entry);
    if (isOpen(state) || entry.fresh?.puzzle?.kind === "move") return false;
    return saysIn(state) !== "off" || !state.seen || state.seen.finished || state.seen.board.solved_whole;
  }

  // The state after a match has come onto the board.
  /** @param {Entry} entry @returns {State} */
  entered({ fresh = null, event, answer }, seen = this.store.state.seen) {
    const { state } = this.store;
    const said = answer === undefined ? {} : { answer };
    if (!fresh) return { ...state, ...(event && after(state, event)), ...said, seen };
    const { puzzle, id } = fresh;
    return { ...state, seen, puzzle, id, mode: modeOf(seen, puzzle), behind: null, answer: null, chose: false };
  }

  // Shows a match; `more` is what the same answer will still bring. It is not kept if `quiet`, and
  // only passed through on the way to another if `passing`.
  /** @param {Seen} seen @param {{ quiet?: boolean, more?: More, passing?: boolean } & Entry} how */
  show(seen, { quiet = false, more = NOTHING_MORE, passing = false, ...entry } = {}) {
    const { store } = this;
    const { id, fresh } = { id: store.state.id, ...entry };
    entry.event ??= seen.finished ? undefined : "go on";
    const isMade = isForward({ id, seen }, store.state) && !fresh && !quiet && !passing;
    if (isMade && seen.over && seen.person !== null) count(id, seen);
    store.change({ ...this.entered(entry, seen), opinion: null, wantsHint: false, pending: null });
    if (!quiet && (fresh || !isOpen(store.state))) this.keep(Boolean(fresh?.push), passing);
    if (!more.opinion && !passing) this.kibitzer.look();
    if (!more.reply && !passing) this.opponent();
  }

  // Lets the page catch up with a board that was passed on to.
  settle() {
    this.keep(false, false);
    this.kibitzer.look();
    this.opponent();
  }

  // Keeps the match in the address and in the browser. Browsers ignore an address that changes too
  // often, so on the way to another position it is not always changed.
  /** @param {boolean} push @param {boolean} passing */
  keep(push, passing) {
    const { seen, id, puzzle } = this.store.state;
    const now = performance.now();
    this.changes = Math.min(MOST_CHANGES, this.changes + (now - this.changedAt) / OFTEN);
    this.changedAt = now;
    if (passing && this.changes < 1) return;
    this.changes -= 1;
    const hash = hashOf(seen.link ?? seen.match, puzzle);
    this.store.change({ hash });
    const address = new URL(hash, location.href);
    for (const name of ["new", "variant"]) address.searchParams.delete(name);
    if (push) history.pushState({ id }, "", address);
    else if (location.hash !== hash || !history.state) history.replaceState({ id }, "", address);
    if (!passing) save(id, seen, puzzle);
  }

  async opponent() {
    const { state } = this.store;
    if (!isOpponents(state.seen) || !can(state, "reply")) return;
    await this.ask(state.seen, { reply: true, opinion: this.wantsOpinion() });
  }

  // Actions of the player

  // A move that is made while the server is away is sent when it is back.
  /** @param {import("../core/store.js").Sent} move */
  async play(move) {
    const { store } = this;
    const { state } = store;
    if (!can(state, "move") || state.pending) return;
    if (state.mode === "trying") {
      await this.posed.try(move);
      return;
    }
    const { match, players } = state.seen;
    const wanted = store.begin({ pending: move });
    try {
      const reply = players.some((player) => player !== "human");
      await this.follow({ match, play: move.move, reply }, { wanted });
    } catch (fault) {
      if (!wanted()) return;
      store.change({ pending: null });
      fail(fault);
    }
    if (wanted()) this.steps.resume();
  }

  // Gives the people on both sides names; "" for none.
  /** @param {string[]} names */
  async rename(names) {
    const { state } = this.store;
    if (!can(state, "rename") || state.pending) return;
    const wanted = this.store.begin();
    try {
      await this.follow({ match: state.seen.match, names }, { wanted });
    } catch (fault) {
      if (wanted()) fail(fault);
    }
  }

  /** @param {number} ply @param {number} [line] */
  jump(ply, line) {
    const { state } = this.store;
    if (can(state, "walk") && !state.pending) this.steps.to(ply, line);
  }

  // Against an opponent, undo goes back to your own turn.
  undo() {
    const { state } = this.store;
    if (this.table.back()) return;
    if (can(state, "retry")) this.posed.retry();
    else if (can(state, "walk")) this.steps.by(-1);
  }

  redo() {
    if (can(this.store.state, "walk")) this.steps.by(1);
  }

  hint() {
    const { state } = this.store;
    if (!can(state, "hint") || state.seen.over) return;
    const { opinion } = state;
    const move = opinion?.moves.find((one) => one.move === opinion.hint.move);
    this.store.change({ wantsHint: !opinion });
    if (move) this.table.hint(move);
    say(opinion ? opinion.hint.words : t("Thinking…"));
    this.kibitzer.offerBack(opinion);
  }

  // Says that a puzzle is lost.
  /** @param {Api.Opinion} opinion */
  tellLost(opinion) {
    say(opinion.hint.words);
    this.kibitzer.offerBack(opinion);
  }

  // An opinion has come: it may hold the hint that was asked for, and is read out after the turn.
  /** @param {State} state */
  tell({ opinion, wantsHint }) {
    if (!opinion) return;
    if (wantsHint) this.hint();
    const value = $("#value");
    if (value.checkVisibility()) announceValue([...value.childNodes].map((part) => part.textContent?.trim()).join(" "));
  }
}

await settle();
const game = new Game();
const { table, editor } = game;
setUpDialogs();
listenToKeys(game.store, {
  u: () => game.undo(),
  y: () => game.redo(),
  h: () => game.hint(),
  v: () => game.kibitzer.next(),
  p: () => game.puzzles.next(),
  n: () => game.newGame.open(),
  e: () => editor.start(),
  s: () => game.files.open(),
  r: () => table.turn(),
  f: () => table.flip(),
  k: () => table.stay(),
  "?": () => $("#help").showModal(),
  escape: () => (editor.open ? editor.cancel() : table.back()),
  arrowleft: () => table.steer([0, -1]) || game.undo(),
  arrowright: () => table.steer([0, 1]) || game.redo(),
  arrowup: () => table.steer([-1, 0]),
  arrowdown: () => table.steer([1, 0]),
});
await game.arrive();
document.documentElement.dataset.ready = "yes";
