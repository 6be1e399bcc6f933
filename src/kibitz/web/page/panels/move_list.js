// List of moves with variations: a click on a move goes to the position after it. Mistakes are
// annotated.

import { $, el } from "../core/dom.js";
import { t } from "../core/words.js";

/**
 * @typedef {import("../transport/talk.js").Seen} Seen
 * @typedef {(ply: number, line: number) => void} Go
 * @typedef {{ mark?: string, comment?: string }} Note on a move
 */

/** @type {Map<string, Note>} */
const noted = new Map(); // by the moves that lead to each
let drawn = ""; // what the list shows

// `graph` is what the kibitzer says about the line on the board, nothing if it is silent.
/** @param {HTMLElement} place @param {Seen} seen @param {Api.Point[]} graph @param {Go} go */
export function drawHistory(place, seen, graph, go) {
  note(seen, graph);
  const shows = JSON.stringify([seen.lines, seen.board.name, graph.map((point) => point.mark)]);
  if (shows !== drawn) {
    drawn = shows;
    place.replaceChildren(...entries(seen, graph.length > 0, go));
  }
  showHere(place, seen);
}

/** @param {Seen} seen @param {string[]} moves */
const keyOf = (seen, moves) => JSON.stringify([seen.board.name, seen.board.start, ...moves]);

/** @param {Seen} seen @param {Api.Point[]} graph */
function note(seen, graph) {
  graph.forEach(({ mark, comment }, ply) => {
    if (ply) noted.set(keyOf(seen, seen.history.slice(0, ply)), { mark, comment });
  });
}

/** @param {Seen} seen @param {boolean} tells @param {Go} go */
function entries(seen, tells, go) {
  const begins = entry(t("Start"), () => go(0, 1), { line: 1, ply: 0 });
  return [el("li", { class: "origin" }, begins), ...lineEntries(seen, seen.lines[0], [], tells, go)];
}

// The moves of a line, each followed by the lines that leave there; `before` are the moves before.
/** @param {Seen} seen @param {Api.Line} line @param {string[]} before @param {boolean} tells @param {Go} go */
function lineEntries(seen, line, before, tells, go) {
  /** @type {HTMLElement[]} */
  const items = [];
  const made = [...before];
  line.moves.forEach((words, index) => {
    const ply = line.after + index + 1;
    made.push(words);
    const noteOn = tells ? noted.get(keyOf(seen, made)) : {};
    const number = el("span", { class: "number", "aria-hidden": "true" }, `${ply}.`);
    const button = entry(words, () => go(ply, line.number), { line: line.number, ply, ...noteOn });
    items.push(el("li", {}, number, button));
    if (index === 0 && line.of) return; // what else was tried here leaves the other line
    const leave = seen.lines.filter((one) => one.of === line.number && one.after === ply - 1);
    for (const other of leave) {
      const moves = lineEntries(seen, other, made.slice(0, -1), tells, go);
      const label = t("Line {number}", { number: other.number });
      items.push(el("li", { class: "variation" }, el("ol", { "aria-label": label }, moves)));
    }
  });
  return items;
}

/** @param {string} words @param {() => void} onclick @param {{ line: number, ply: number } & Note} at */
function entry(words, onclick, { line, ply, mark = "", comment = "" }) {
  return el(
    "button",
    {
      type: "button",
      "data-line": line,
      "data-ply": ply,
      title: comment || null,
      onclick,
    },
    words,
    mark && el("span", { class: "error-mark" }, mark),
    mark && el("span", { class: "unseen" }, ` ${comment}`),
  );
}

// Marks the move on the board and scrolls the list, not the page, so that it is in sight.
/** @param {HTMLElement} place @param {Seen} seen */
function showHere(place, seen) {
  const path = pathOf(seen);
  const here = path.get(seen.ply);
  for (const button of place.querySelectorAll("button")) {
    const ply = Number(button.dataset.ply);
    const isOn = path.get(ply) === Number(button.dataset.line);
    const current = isOn && ply === seen.ply;
    button.classList.toggle("here", current);
    button.classList.toggle("undone", isOn && ply > seen.ply);
    button.classList.toggle("aside", !isOn);
    if (current) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  const button = $(`button[data-line="${here}"][data-ply="${seen.ply}"]`, place);
  if (!button) return;
  const [box, at] = [place.getBoundingClientRect(), button.getBoundingClientRect()];
  if (at.top < box.top || at.bottom > box.bottom) {
    place.scrollTop += at.top - box.top - (box.height - at.height) / 2;
  }
}

// The line that each ply of the line on the board is written in.
/** @param {Seen} seen */
function pathOf(seen) {
  const path = new Map([[0, 1]]);
  let last = seen.history.length;
  for (let line = seen.lines[seen.line - 1]; line; line = seen.lines[line.of - 1]) {
    for (let ply = line.after + 1; ply <= last; ply += 1) path.set(ply, line.number);
    last = line.after;
  }
  return path;
}
