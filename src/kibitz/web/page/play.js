// The game page: brings together the board, the kibitzer, the history and the dialogs.

import { $, calm } from "./dom.js";
import { settle } from "./choices.js";
import { Editor } from "./editor.js";
import { Ending } from "./ending.js";
import { Files } from "./files.js";
import { drawHistory } from "./history.js";
import { Kibitzer } from "./kibitzer.js";
import { listenToKeys, setUpDialogs } from "./keys.js";
import { NewGame } from "./newgame.js";
import { Puzzles } from "./puzzles.js";
import { Table } from "./table.js";
import { tellInParts } from "./talk.js";
import { t } from "./words.js";

const THINKING = 350; // milliseconds before an opponent's move is shown
const NOTHING_MORE = { reply: false, opinion: false };

class Game {
  constructor() {
    this.seen = null;
    this.table = new Table({ made: (move) => this.play(move), say: (words) => this.say(words) });
    this.kibitzer = new Kibitzer({
      play: (move) => this.play(move),
      preview: (cells) => this.table.view.preview(cells),
      jump: (ply) => this.jump(ply),
      changed: () => this.known(),
      failed: (fault) => this.fail(fault),
    });
    this.table.kibitzer = this.kibitzer;
    this.ending = new Ending(this);
    this.editor = new Editor(this);
    this.puzzles = new Puzzles(this);
    this.files = new Files(this);
    this.newGame = new NewGame(this);
    $("#undo").addEventListener("click", () => this.undo());
    $("#redo").addEventListener("click", () => this.redo());
    $("#hint").addEventListener("click", () => this.hint());
    $("#end").addEventListener("click", () => this.ending.start());
    addEventListener("hashchange", () => this.arrive());
  }

  // Shows the match that the address names, or a new one.
  async arrive() {
    const asked = decodeURIComponent(location.hash.slice(1));
    if (this.seen && asked === this.seen.match) return;
    if (asked.startsWith("daily:")) {
      await this.load("kibitz+" + asked.slice(6));
      this.puzzles.daily(); // its table may have to be built first; the page is there meanwhile
      return;
    }
    const wanted = new URLSearchParams(location.search).get("new");
    await this.load(asked || `kibitz+${wanted ? wanted.split(":")[0] : "noughts"}`);
    if (wanted && !asked) {
      history.replaceState(null, "", `/play#${this.seen.match}`);
      await this.newGame.open(wanted);
    }
  }

  async load(match) {
    try {
      await this.follow({ match });
      return true;
    } catch (fault) {
      if (!this.seen) await this.follow({ match: "kibitz+noughts" });
      this.fail(fault);
      return false;
    }
  }

  async do(what) {
    const before = this.seen;
    try {
      const wanted = () => this.seen === before;
      await this.follow({ match: before.match, ...what }, { before, wanted });
    } catch (fault) {
      this.fail(fault);
    }
  }

  // Does something with a match and shows it; what comes after it in the same answer is shown
  // later. `before` is what the board showed, `wanted` tells whether it is still to be shown.
  async follow(what, { before = null, quiet = false, wanted = () => true } = {}) {
    const more = { reply: false, ...what, opinion: this.wantsOpinion };
    const parts = tellInParts("/api/match", more);
    const { view } = (await parts.next()).value;
    if (wanted()) this.show(view, { before, quiet, more });
    this.showRest(parts, view, more);
  }

  // Shows what follows a match: the reply and the opinion, unless something else is shown by then.
  async showRest(parts, seen, more) {
    try {
      for await (const part of parts) {
        if (part.opinion) this.kibitzer.hear(seen, part.opinion);
        else {
          await new Promise((done) => setTimeout(done, calm() ? 0 : THINKING));
          const before = seen;
          seen = part.view;
          if (this.seen === before) this.show(seen, { before, more: { ...more, reply: false } });
        }
      }
    } catch (fault) {
      if (this.seen === seen) this.kibitzer.miss(seen, fault);
    }
  }

  // A finished puzzle is compared with the best, even if the kibitzer is silent.
  get wantsOpinion() {
    return !this.kibitzer.silent || !this.seen || this.puzzles.fit(this.seen);
  }

  // Shows a match; `more` is what the same answer will still bring.
  show(seen, { before = null, quiet = false, more = NOTHING_MORE } = {}) {
    this.seen = seen;
    $("#title").textContent = seen.board.title;
    document.title = `${seen.board.title} · Kibitz`;
    Object.assign(document.documentElement.dataset, { ply: seen.ply, over: seen.over });
    if (!quiet) history.replaceState(null, "", `#${seen.match}`);
    const forward = before && seen.ply === before.ply + 1 && seen.history.length >= seen.ply;
    this.table.show(seen, forward ? this.stepsOf(before, seen.history[before.ply]) : null);
    drawHistory($("#history"), seen, (ply) => this.jump(ply));
    $("#undo").disabled = seen.ply === 0;
    $("#redo").disabled = seen.ply === seen.history.length;
    $("#end").disabled = seen.over;
    if (more.opinion) this.kibitzer.expect(seen);
    else this.kibitzer.look(seen);
    this.puzzles.show(seen);
    if (forward) {
      const move = seen.history[seen.ply - 1];
      this.announce(t("Move: {move}", { move }) + (seen.over ? ` ${seen.ending}` : ""));
    }
    this.sayTurn();
    if (!more.reply) this.opponent();
  }

  stepsOf(before, text) {
    return before.moves.find((move) => move.move === text)?.steps || null;
  }

  sayTurn() {
    const { seen } = this;
    if (seen.over) this.say(seen.ending);
    else if (seen.board.aim !== "win") {
      this.say(t("Moves made: {count}", { count: seen.ply }));
    } else {
      const player = seen.board.players[seen.mover];
      if (seen.to_move === "human") this.say(t("{player} to move", { player }));
      else this.say(t("{player} ({name}) is thinking…", { player, name: seen.called[seen.mover] }));
    }
  }

  async opponent() {
    const { seen } = this;
    const waiting = seen.ply < seen.history.length;
    if (seen.over || seen.to_move === "human" || waiting || this.ending.running) return;
    const more = { match: seen.match, reply: true, opinion: this.wantsOpinion };
    const parts = tellInParts("/api/match", more);
    try {
      await parts.next(); // the match as it is shown already
    } catch (fault) {
      if (this.seen === seen) this.fail(fault);
      return;
    }
    await this.showRest(parts, seen, more);
  }

  play(move) {
    if (this.editor.open) return;
    this.table.busy();
    const reply = this.seen.players.some((player) => player !== "human");
    this.do({ play: move.move, reply });
  }

  jump(ply) {
    if (this.editor.open) return;
    if (ply !== this.seen.ply) this.do({ jump: ply });
  }

  // Against an opponent, undo goes back to your own turn.
  undo() {
    if (this.table.back()) return;
    const { players, mover, ply } = this.seen;
    if (!ply) return;
    const two = players.length === 2 && players[mover] === "human";
    const alone = players.every((player) => player === "human");
    this.jump(Math.max(0, ply - (two && !alone ? 2 : 1)));
  }

  redo() {
    const { players, mover, ply, history } = this.seen;
    if (ply === history.length) return;
    const two = players.length === 2 && players[mover] === "human";
    const alone = players.every((player) => player === "human");
    this.jump(Math.min(history.length, ply + (two && !alone ? 2 : 1)));
  }

  hint() {
    if (this.seen.over) return;
    const { hint, opinion } = this.kibitzer;
    this.wanted = opinion ? null : this.seen; // a hint, as soon as one is known
    if (hint) this.table.hint(hint);
    else this.say(opinion ? t("The best move is not known here.") : t("Thinking…"));
  }

  // What the kibitzer knows or shows has changed.
  known() {
    this.table.refresh();
    if (this.wanted === this.seen && this.kibitzer.opinion) this.hint();
    this.puzzles.judge(this.seen, this.kibitzer.opinion);
  }

  say(words) {
    $("#status").classList.remove("error");
    $("#status").textContent = words;
  }

  announce(words) {
    $("#announce").textContent = words;
  }

  fail(fault) {
    $("#status").classList.add("error");
    $("#status").textContent = fault.message;
    this.table.refresh();
  }
}

await settle();
const game = new Game();
setUpDialogs();
listenToKeys(game);
await game.arrive();
document.documentElement.dataset.ready = "yes";
