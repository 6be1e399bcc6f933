// Reloads a game in a file when the file is saved. If its rules are broken, the doctor's report is
// shown above the last board that worked.

import { $, el } from "../core/dom.js";
import { say } from "../core/announce.js";
import { ask } from "../transport/talk.js";
import { SERVED } from "../transport/transport.js";
import { capital, t } from "../core/words.js";

const IN_A_FILE = /\.py$/;

export class Reload {
  watched = "";
  /** @type {AbortController | null} */
  waiting = null;

  /**
   * @param {import("../core/store.js").Store} store
   * @param {{ load(match: string, how?: { id: string }): Promise<boolean>, arrive(): Promise<void> }} on
   */
  constructor(store, on) {
    this.store = store;
    this.on = on;
    store.subscribe(({ seen }) => this.watchFile(seen.board.family), "seen");
  }

  // Watches the file of a game, if it is in one; perhaps it is broken, and nothing is on the board.
  /** @param {string} family */
  watchFile(family) {
    if (this.watched === family) return;
    if (this.watched) this.leave();
    if (!SERVED || !IN_A_FILE.test(family)) return;
    this.watched = family;
    this.waiting = new AbortController();
    const { signal } = this.waiting;
    this.watch(family, signal).catch(() => {
      if (!signal.aborted) this.watched = ""; // the game is not in a file of this server
    });
  }

  // Gives up the question about a file. A browser keeps few lines to a server open at once, and each
  // of these is open for long.
  leave() {
    this.waiting?.abort();
    this.watched = "";
    this.complain([]);
  }

  /** @param {string} family @param {AbortSignal} signal */
  async watch(family, signal) {
    for (let stamp = ""; !signal.aborted; ) {
      const found = await ask("changes", { name: family, seen: stamp }, signal);
      const edited = stamp && stamp !== found.stamp;
      stamp = found.stamp;
      this.complain(found.complaints);
      if (edited && !found.complaints.length) await this.goOn(family);
    }
  }

  // Replays the match by the new rules; if its moves no longer fit, begins another.
  /** @param {string} family */
  async goOn(family) {
    const { mode, seen, id } = this.store.state;
    if (mode === "empty") await this.on.arrive();
    else if (await this.on.load(seen.match, { id })) {
      say(t("The file was saved, and the game goes on with its new rules."));
    } else if (await this.on.load((await ask("game", { name: family })).match)) {
      say(t("The file was saved. The moves no longer fit, so this is a new game."));
    }
  }

  /** @param {Api.Complaint[]} complaints */
  complain(complaints) {
    const place = $("#complaint");
    const wrong = complaints.length > 0;
    place.hidden = !wrong;
    const said = complaints.flatMap(({ sentence, line, remedy }) => [
      el("p", { class: "sentence" }, line ? t("Line {line}: {words}", { line, words: sentence }) : sentence),
      ...(remedy ? [el("p", { class: "quiet" }, capital(remedy))] : []),
    ]);
    const head = el("h2", {}, t("The file of this game needs a correction"));
    const after = el("p", { class: "quiet" }, t("The board shows the last version that worked."));
    place.replaceChildren(...(wrong ? [head, ...said, this.store.state.seen && after] : []).filter(Boolean));
    if (wrong) place.scrollIntoView({ block: "nearest" });
  }
}
