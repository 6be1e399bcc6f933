// Game page: connects the board, the kibitzer, the history and the dialogs.

import { $, calm } from "../core/dom.js";
import { asked, hashOf } from "../core/address.js";
import { idOf, matchOf, newId, save } from "../core/autosave.js";
import { announce, announceValue } from "../core/announce.js";
import { settle } from "../core/choices.js";
import { Editor } from "../board/position_editor.js";
import { Ending } from "../panels/solution_demo.js";
import { Files } from "../dialogs/match_files.js";
import { drawHistory } from "../panels/move_list.js";
import { Kibitzer } from "../panels/kibitzer.js";
import { listenToKeys, setUpDialogs } from "../core/keys.js";
import { showAstray } from "./bad_link.js";
import { atLevel, count } from "../core/levels.js";
import { familyOf } from "../core/names.js";
import { NewGame } from "../dialogs/new_game.js";
import { Posed } from "../panels/puzzle_panel.js";
import { Players } from "../panels/players_strip.js";
import { Puzzles } from "../panels/puzzle_choice.js";
import { Rematch } from "../panels/rematch.js";
import { Reload } from "../panels/file_reload.js";
import { Review } from "../panels/review.js";
import { Rules } from "../panels/rules_panel.js";
import { Table } from "../board/playing_board.js";
import { NoAnswer, askInParts, pause, whenAway } from "../transport/talk.js";
import { Walk } from "../panels/history_steps.js";
import { capital, t } from "../core/words.js";

const FIRST = "kibitz+noughts"; // shown if the address names no match
const THINKING = 350; // milliseconds before an opponent's move is shown
const NOTHING_MORE = { reply: false, opinion: false };
const OFTEN = 100; // milliseconds between changes of the address, but so many may come at once:
const MOST_CHANGES = 50;
const WHILE_OPEN = { solve: "hint", move: "off" }; // what the kibitzer says, by the kind of a puzzle

/**
 * @typedef {import("../transport/talk.js").Seen} Seen
 * @typedef {{ puzzle: Api.Puzzle | null, id: string, push?: boolean }} Fresh another match than before
 * @typedef {{ reply: boolean, opinion: boolean }} More what the same answer will still bring
 */

class Game {
  /** @type {Seen} */
  seen;
  /** @type {Api.Puzzle | null} */
  puzzle = null; // what the match on the board begins with, if that is one
  id = ""; // what the match is kept by
  changes = MOST_CHANGES; // of the address: those left
  changedAt = 0; // and when it was changed last

  constructor() {
    this.requestId = 0; // counts requests; answers to earlier ones are ignored
    this.table = new Table({ made: (move) => this.play(move), say: (words) => this.say(words) });
    this.kibitzer = new Kibitzer({
      play: (move) => this.play(move),
      preview: (move) => this.table.view.preview(move),
      mark: (marks) => this.table.view.mark(marks),
      paint: (cells) => this.table.view.paint(cells),
      jump: (ply) => this.jump(ply),
      changed: () => this.known(),
      failed: (fault) => this.fail(fault),
    });
    this.table.kibitzer = this.kibitzer;
    this.walk = new Walk(this);
    this.ending = new Ending(this);
    this.editor = new Editor(this);
    this.puzzles = new Puzzles(this);
    this.posed = new Posed(this);
    this.files = new Files(this);
    this.newGame = new NewGame(this);
    this.rules = new Rules(this);
    this.reload = new Reload(this);
    this.rematch = new Rematch(this);
    this.players = new Players(this);
    this.review = new Review(this);
    $("#undo").addEventListener("click", () => this.undo());
    $("#redo").addEventListener("click", () => this.redo());
    $("#hint").addEventListener("click", () => this.hint());
    $("#end").addEventListener("click", () => this.ending.start());
    addEventListener("hashchange", () => this.arrive());
    whenAway((away) => (away ? this.fail(new NoAnswer()) : this.sayTurn()));
  }

  // Arriving at a match

  // Shows the match that the address names, or a new one.
  async arrive() {
    if (this.seen && location.hash === this.hash) return;
    const id = history.state?.id || idOf(location.hash);
    const { match, game, posed, daily, day } = asked(location.hash);
    const wanted = new URLSearchParams(location.search).get("new");
    if (game && daily) await this.puzzles.daily(game, day, id);
    else if (game) await this.puzzles.next(game, id);
    else if (wanted && !match) await this.offer(wanted, id);
    else await this.loadKept(matchOf(location.hash) || match || FIRST, { posed, day, id });
  }

  // Shows a match from an address or from what is kept, perhaps one that begins with a puzzle.
  /** @param {string} match @param {{ posed?: boolean, day?: string | null, id: string, push?: boolean }} how */
  async loadKept(match, { posed = false, day = null, id, push = false }) {
    const puzzle = posed || day ? await this.puzzles.in(match, day) : null;
    await this.load(match, { puzzle, id, push });
  }

  // Opens the dialog for a new game, over a game of its family.
  async offer(wanted, id) {
    const family = await familyOf(wanted.split(":")[0]);
    await this.load(`kibitz+${family ? family.example : wanted}`, { id });
    const variant = family?.variants.find((one) => one.example === family.example);
    if (!family) return;
    const named = family.variants.find((one) => one.name === wanted.split(":")[1]); // as of peg:drawn
    const choice = named ? { variant: named.name, parameters: {} } : family.board.choice;
    await this.newGame.open({ ...family.board, choice }, atLevel(wanted, variant?.seats ?? []));
  }

  // Shows another match from its text, or one that begins `again` where that began; `id` is what it
  // is kept by, if it is. Back then leads to the
  // one that was on the board, unless the address names the new one already. False if it was
  // refused; then that is said, and the board stays as it was. If there was none, the page says
  // that, and the address stays: the file of its game may be broken only for now.
  /**
   * @param {string} match
   * @param {{ puzzle?: Api.Puzzle | null, players?: string[] | null, id?: string | null, push?: boolean,
   *   again?: boolean }} how
   */
  async load(match, { puzzle = null, players = null, id = null, push = !id, again = false } = {}) {
    const requestId = (this.requestId += 1);
    const wanted = () => this.requestId === requestId;
    const before = this.seen;
    const { held } = this.kibitzer;
    try {
      this.kibitzer.hold(WHILE_OPEN[puzzle?.kind] ?? null);
      const fresh = { puzzle, id: id || newId(), push: push && Boolean(before) };
      const what = { match, ...(players && { players }), ...(again && { again }) };
      await this.follow(what, { wanted, fresh });
      return true;
    } catch (fault) {
      if (!wanted()) return false;
      this.kibitzer.hold(held);
      if (before) {
        this.show(before);
        this.fail(fault);
      } else {
        this.reload.watchFile(await showAstray(match, fault));
      }
      return false;
    }
  }

  // Shows a match that has just begun. Back leads to the one that was on the board.
  /** @param {Seen} seen */
  begin(seen) {
    this.requestId += 1;
    this.kibitzer.hold(null);
    if (seen.person !== null) this.kibitzer.beginGame();
    this.show(seen, { fresh: { puzzle: null, id: newId(), push: Boolean(this.seen) } });
  }

  // Following a match

  // Does something with a match and shows it; what comes after it in the same answer is shown
  // later. `before` is what the board showed, `wanted` tells whether it is still to be shown.
  /**
   * @param {Api.Questions["match"]} what
   * @param {{ before?: Seen | null, quiet?: boolean, wanted?: () => boolean, fresh?: Fresh | null }} how
   */
  async follow(what, { before = null, quiet = false, wanted = () => true, fresh = null } = {}) {
    const more = { reply: false, ...what, opinion: this.wantsOpinion };
    const parts = askInParts("match", more);
    const { view } = (await parts.next()).value;
    if (wanted()) this.show(view, { before, quiet, more, fresh });
    this.showRest(parts, view, more);
  }

  // Shows what follows a match: the reply and the opinion, unless something else is shown by then.
  /** @param {AsyncGenerator<import("../transport/talk.js").MatchPart>} parts @param {Seen} seen @param {More} more */
  async showRest(parts, seen, { reply, opinion }) {
    try {
      for await (const part of parts) {
        if (part.opinion) {
          opinion = false;
          this.kibitzer.receive(seen, part.opinion);
          continue;
        }
        reply = false;
        await new Promise((done) => setTimeout(done, calm() ? 0 : THINKING));
        const before = seen;
        seen = part.view;
        if (this.seen === before) this.show(seen, { before, more: { reply, opinion } });
      }
      reply &&= isOpponents(seen);
      if (reply || opinion) throw new NoAnswer(); // the server has ended in between
    } catch (fault) {
      if (this.seen !== seen) return;
      if (!(fault instanceof NoAnswer)) this.kibitzer.miss(seen, fault);
      else {
        await pause();
        if (this.seen === seen) await this.ask(seen, { reply, opinion });
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
      if (this.seen === seen) this.fail(fault);
      return;
    }
    await this.showRest(parts, seen, more);
  }

  // A finished puzzle is compared with the best, even if the kibitzer is silent. An open one in
  // which one move is asked for is not told.
  get wantsOpinion() {
    if (this.kibitzer.held === "off") return false;
    return !this.kibitzer.silent || !this.seen || this.seen.finished || this.seen.board.solved_whole;
  }

  // Shows a match; `more` is what the same answer will still bring. It is another one than before
  // if `fresh` says so; it is only passed through on the way to another if `passing`.
  /**
   * @param {Seen} seen
   * @param {{ before?: Seen | null, quiet?: boolean, more?: More, fresh?: Fresh | null, passing?: boolean }} how
   */
  show(seen, { before = null, quiet = false, more = NOTHING_MORE, fresh = null, passing = false } = {}) {
    this.seen = seen;
    $("#astray").hidden = true;
    Object.assign(document.documentElement.dataset, { ply: seen.ply, over: seen.over });
    if (fresh) {
      Object.assign(this, { puzzle: fresh.puzzle, id: fresh.id });
      this.ending.leave();
      this.posed.begin(seen, this.puzzle);
    }
    if (seen.over && this.kibitzer.held === "hint" && !this.ending.running) this.kibitzer.hold(null);
    if (!quiet && (fresh || !this.posed.open)) this.keep(Boolean(fresh?.push), passing);
    const forward = before && seen.ply === before.ply + 1 && seen.history.length >= seen.ply;
    this.table.show(seen);
    this.drawHistory();
    $("#undo").disabled = this.walk.turn(seen.ply, -1) === seen.ply;
    $("#redo").disabled = seen.ply === seen.history.length;
    for (const place of ["#hint", "#end"]) $(place).hidden = seen.over;
    if (forward && seen.over && seen.person !== null && !quiet && !passing) count(this.id, seen);
    if (more.opinion || passing) this.kibitzer.expect(seen);
    else this.kibitzer.look(seen);
    this.review.take(seen, null);
    this.players.show(seen);
    this.puzzles.show(seen);
    this.rules.show(seen);
    this.reload.show(seen);
    this.rematch.show(seen);
    if (forward) {
      const move = seen.history[seen.ply - 1];
      announce(t("Move: {move}", { move }), true);
    }
    this.sayTurn();
    if (this.posed.state === "wrong") this.table.busy();
    if (!more.reply && !passing) this.opponent();
  }

  // Lets the page catch up with a board that was passed on to.
  settle() {
    const { seen } = this;
    this.keep(false, false);
    this.kibitzer.look(seen);
    this.opponent();
  }

  // Keeps the match in the address and in the browser. Browsers ignore an address that changes too
  // often, so on the way to another position it is not always told.
  keep(push, passing) {
    const { seen, id, puzzle } = this;
    const now = performance.now();
    this.changes = Math.min(MOST_CHANGES, this.changes + (now - this.changedAt) / OFTEN);
    this.changedAt = now;
    if (passing && this.changes < 1) return;
    this.changes -= 1;
    this.hash = hashOf(seen.link ?? seen.match, puzzle);
    const address = new URL(this.hash, location.href);
    address.searchParams.delete("new");
    if (push) history.pushState({ id }, "", address);
    else if (location.hash !== this.hash || !history.state) history.replaceState({ id }, "", address);
    if (!passing) save(id, seen, puzzle);
  }

  sayTurn() {
    const { seen } = this;
    if (!seen) return;
    const asked = this.posed.statusText(seen);
    const words = asked || this.turnWords();
    this.say(words, { aboutTurn: true, tone: asked ? this.posed.tone : seen.ending_tone });
    const { heading, title, variant } = seen.board;
    $("#title").textContent = title;
    $("#variant").textContent = variant;
    const day = this.puzzle?.day;
    const state = day ? t("Puzzle of the day, {day}.", { day }) : words;
    document.title = `${capital(heading)} · ${state} · Kibitz`;
    $('meta[name="description"]').content = `${capital(heading)}. ${words}`;
  }

  turnWords() {
    const { seen } = this;
    if (seen.over) return seen.ending;
    if (!seen.board.players.length) return t("Moves made: {count}", { count: seen.ply });
    if (seen.person === seen.mover) return t("Your move");
    if (seen.person !== null) return isOpponents(seen) ? t("Computer is thinking…") : t("The computer’s move");
    const player = seen.names[seen.mover];
    if (!isOpponents(seen)) return t("{player} to move", { player });
    return t("{player} ({name}) is thinking…", { player, name: seen.called[seen.mover] });
  }

  async opponent() {
    const { seen } = this;
    if (!isOpponents(seen) || this.ending.running) return;
    await this.ask(seen, { reply: true, opinion: this.wantsOpinion });
  }

  // Actions of the player

  // A move that is made while the server is away is sent when it is back.
  async play(move) {
    if (this.editor.open || this.walk.waits) return;
    if (this.posed.open) {
      await this.posed.try(move);
      return;
    }
    const before = this.seen;
    const requestId = this.walk.begin();
    this.table.busy();
    const reply = before.players.some((player) => player !== "human");
    try {
      const wanted = () => this.requestId === requestId;
      await this.follow({ match: before.match, play: move.move, reply }, { before, wanted });
    } catch (fault) {
      if (this.requestId !== requestId) return;
      this.table.show(before);
      this.fail(fault);
    } finally {
      this.walk.end(requestId);
    }
  }

  // Gives the people on both sides names; "" for none.
  async rename(names) {
    if (this.editor.open || this.ending.running || this.posed.open || this.walk.waits) return;
    const requestId = (this.requestId += 1);
    try {
      const wanted = () => this.requestId === requestId;
      await this.follow({ match: this.seen.match, names }, { wanted });
    } catch (fault) {
      if (this.requestId === requestId) this.fail(fault);
    }
  }

  jump(ply, line) {
    if (!this.editor.open && !this.ending.running && !this.posed.open) this.walk.to(ply, line);
  }

  // Against an opponent, undo goes back to your own turn.
  undo() {
    if (this.table.back() || this.editor.open || this.ending.running) return;
    if (this.posed.open) this.posed.retry();
    else this.walk.by(-1);
  }

  redo() {
    if (!this.editor.open && !this.ending.running && !this.posed.open) this.walk.by(1);
  }

  hint() {
    if (this.seen.over || this.posed.open) return;
    const { hint, opinion } = this.kibitzer;
    this.wanted = opinion ? null : this.seen; // a hint, as soon as one is known
    if (hint) this.table.hint(hint);
    this.say(opinion ? opinion.hint.words : t("Thinking…"));
    this.kibitzer.offerBack();
  }

  // What is shown

  // What the kibitzer knows or shows has changed.
  known() {
    this.table.refresh();
    this.drawHistory();
    if (this.wanted === this.seen && this.kibitzer.opinion) this.hint();
    this.puzzles.judge(this.seen, this.kibitzer.opinion);
    if (this.kibitzer.opinion) this.review.take(this.seen, this.kibitzer.opinion);
    if (this.kibitzer.opinion && $("#value").checkVisibility()) announceValue($("#value").innerText);
  }

  drawHistory() {
    const graph = this.kibitzer.graphOf(this.seen);
    drawHistory($("#history"), this.seen, graph, (ply, line) => this.jump(ply, line));
  }

  // `tone` tells whether what is said is good or bad news; "" if it is neither.
  say(words, { aboutTurn = false, tone = "" } = {}) {
    $("#status").className = tone;
    $("#status").textContent = words;
    announce(words, aboutTurn);
  }

  fail(fault) {
    if (!this.seen) return; // the page says it in place of a board
    this.say(fault.message, { tone: "error" });
    this.table.refresh();
  }
}

// Whether an opponent is about to move, and not only looked at in the middle of the game.
/** @param {Seen} seen */
function isOpponents({ over, to_move, ply, history: made }) {
  return !over && to_move !== "human" && ply === made.length;
}

await settle();
const game = new Game();
setUpDialogs();
listenToKeys(game);
await game.arrive();
document.documentElement.dataset.ready = "yes";
