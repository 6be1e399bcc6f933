// Puzzles of the game on the board: by difficulty, one a day, and how well they were solved.

import { $, el } from "../core/dom.js";
import { showProgress } from "./table_progress.js";
import { familyOf } from "../core/names.js";
import { fail, say } from "../core/announce.js";
import { Fault, ask, build } from "../transport/talk.js";
import { t, tn } from "../core/words.js";

const MOST_HELPERS = 6;

/**
 * @typedef {import("../core/store.js").Seen} Seen
 * @typedef {import("../core/store.js").State} State
 */

export class Puzzles {
  name = "";
  helpers = ""; // their number in the game on the board, if it has any
  listed = 0; // counts how often the distances were asked for

  /**
   * @param {import("../core/store.js").Store} store
   * @param {(match: string, how: { puzzle?: Api.Puzzle, id?: string | null }) => Promise<boolean>} load
   */
  constructor(store, load) {
    this.store = store;
    this.load = load;
    store.subscribe((state) => this.show(state), "seen");
    store.subscribe((state) => this.judge(state), "opinion");
    $("#puzzle").addEventListener("click", () => this.next());
    $("#daily").addEventListener("click", () => this.daily());
    $("#helpers").addEventListener("change", () => this.fillDistances());
    const more = $("#puzzle-more"); // closed by whatever is pressed elsewhere
    addEventListener("pointerdown", ({ target }) => (more.open &&= target instanceof Node && more.contains(target)));
    more.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !more.open) return;
      more.open = false;
      $("summary", more)?.focus();
    });
    const [hard, long] = [$("#difficulty"), $("#distance")]; // one of them is enough
    hard.addEventListener("change", () => (long.value = ""));
    long.addEventListener("change", () => (hard.value = ""));
  }

  // The game whose table the puzzles come from: without the start of the present one.
  get base() {
    return this.store.state.seen.board.base;
  }

  // The same with the number of helpers that is chosen.
  async picked() {
    const helpers = $("#helpers").value;
    if ($("#helpers-label").hidden || !helpers || helpers === this.helpers) return this.base;
    const { family, choice } = this.store.state.seen.board;
    /** @type {Record<string, string>} */
    const { start, ...parameters } = { ...choice.parameters, helpers };
    const { board } = await ask("new", { game: family, variant: choice.variant, parameters });
    return board.base;
  }

  /** @param {State} state */
  show({ seen, puzzle }) {
    this.score(seen, puzzle);
    if (this.name === this.base) return;
    this.name = this.base;
    $("#helpers-label").hidden = true;
    $("#distance-label").hidden = !seen.board.solved_whole;
    if (seen.board.solved_whole) this.fillHelpers(seen);
    else $("#distance").replaceChildren();
  }

  /** @param {Seen} seen */
  async fillHelpers(seen) {
    const family = await familyOf(seen.board.family);
    const helpers = family?.parameters.find((one) => one.name === "helpers");
    $("#helpers-label").hidden = !helpers;
    if (helpers) {
      const now = seen.board.choice.parameters.helpers || String(helpers.default);
      this.helpers = now;
      const most = Math.min(MOST_HELPERS, helpers.most ?? MOST_HELPERS);
      const numbers = Array.from({ length: most }, (_, index) => String(index + 1));
      if (!numbers.includes(now)) numbers.push(now);
      $("#helpers").replaceChildren(...numbers.map((one) => el("option", { value: one }, one)));
      $("#helpers").value = now;
    }
    await this.fillDistances(false);
  }

  // How many puzzles there are of each length, as far as that is known without building a table.
  async fillDistances(mayBuild = true) {
    const listed = (this.listed += 1);
    this.listDistances({});
    try {
      const name = await this.picked();
      if (mayBuild) await this.ready(name);
      else if ((await ask("table", { name })).state !== "ready") return;
      const { counts } = await ask("difficulty", { name });
      if (listed === this.listed) this.listDistances(counts);
    } catch (fault) {
      fail(fault);
    }
  }

  // Replaces the whole list, because two answers may come for one game. What was chosen stays.
  /** @param {Record<string, number>} counts */
  listDistances(counts) {
    const place = $("#distance");
    const chosen = place.value in counts ? place.value : "";
    const lang = document.documentElement.lang;
    const all = Object.entries(counts).map(([moves, count]) =>
      el("option", { value: moves }, `${moves} (${count.toLocaleString(lang)})`),
    );
    place.replaceChildren(el("option", { value: "" }, t("any number")), ...all);
    place.value = chosen;
  }

  /** @param {string} name */
  async ready(name) {
    try {
      await build(name, showProgress);
    } finally {
      $("#progress-box").hidden = true;
    }
  }

  // The puzzle that a match begins with, perhaps that of a day; null if it begins with none.
  /** @param {string} match @param {string | null} day @returns {Promise<Api.Puzzle | null>} */
  async in(match, day) {
    try {
      return { ...(await ask("posed", { match })), day };
    } catch {
      return null; // the match is shown without it, or says itself what is wrong
    }
  }

  // Looks for a puzzle, whatever is on the board meanwhile, and shows it. `id` is what it is kept by
  // if the address asked for it.
  /** @param {"puzzle" | "daily"} question @param {Api.Questions["puzzle" | "daily"]} details @param {string | null} id */
  async pick(question, details, id = null) {
    say(t("Looking for a puzzle…"));
    try {
      const puzzle = await this.find(question, details);
      await this.load(puzzle.match, { puzzle, id });
      if (puzzle.kind === "solve" && $("#distance").options.length < 2) await this.fillDistances();
    } catch (fault) {
      if (this.store.state.mode === "empty") {
        const { match } = await ask("game", { name: details.name });
        await this.load(match, { id });
      }
      fail(fault);
    }
  }

  // Asks for a puzzle; where that needs a table, it is built first.
  /**
   * @template {"puzzle" | "daily"} Name
   * @param {Name} question
   * @param {Api.Questions[Name]} details
   */
  async find(question, details) {
    try {
      return await ask(question, details);
    } catch (fault) {
      if (!(fault instanceof Fault && fault.table)) throw fault;
    }
    await this.ready(details.name);
    return ask(question, details);
  }

  /** @param {string} name the game, if it is not the one that is picked @param {string | null} id */
  async next(name = "", id = null) {
    const difficulty = /** @type {Api.Questions["puzzle"]["difficulty"]} */ ($("#difficulty").value || null);
    const distance = Number($("#distance").value) || null;
    try {
      await this.pick("puzzle", { name: name || (await this.picked()), difficulty, distance }, id);
    } catch (fault) {
      if (this.store.state.mode === "empty") throw fault; // there is no such game
      fail(fault);
    }
  }

  /** @param {string} name @param {string | null} day @param {string | null} id */
  async daily(name = this.base, day = null, id = null) {
    await this.pick("daily", { name, day }, id);
  }

  // Which puzzle is on the board.
  /** @param {Seen} seen @param {Api.Puzzle | null} puzzle */
  score(seen, puzzle) {
    const words = [];
    if (puzzle?.day) words.push(t("Puzzle of the day, {day}.", { day: puzzle.day }));
    if (puzzle && !seen.over) {
      const { question, difficulty_words: difficulty } = puzzle;
      words.push(question, t("Difficulty: {difficulty}.", { difficulty }));
    }
    this.showStatus(words.join(" "));
  }

  /** @param {string} words */
  showStatus(words) {
    $("#score").hidden = !words;
    $("#score").textContent = words;
  }

  // When a puzzle is over, it is compared with the best, as soon as that is known.
  /** @param {State} state */
  judge({ seen, opinion }) {
    if (!seen.over || !seen.board.solved_whole || !opinion || opinion.least === null) return;
    if (opinion.value.tone !== "good") return;
    const { made, least } = opinion;
    const words =
      made === least
        ? tn(
            "Solved in {count} move. No solution is shorter.",
            "Solved in {count} moves. No solution is shorter.",
            made,
          )
        : tn(
            "Solved in {count} move; the fewest possible is {least}.",
            "Solved in {count} moves; the fewest possible is {least}.",
            made,
            { least },
          );
    say(words, { tone: "good" });
    this.showStatus(words);
  }
}
