// Small static board.

import { el } from "../core/dom.js";
import { BoardView } from "./board_view.js";

/** @typedef {{ board: Api.Board, cells: string[], blocks: number[][], captured?: Api.Captured[] }} Shown @param {Shown} first */
export function miniature(first) {
  const picture = el("div", { class: "picture", "aria-hidden": "true", inert: true });
  const view = new BoardView(picture);
  /** @param {Shown} seen */
  const show = (seen) => {
    view.show(seen.board, seen.cells, [], { blocks: seen.blocks, captured: seen.captured });
    view.root.removeAttribute("role");
  };
  show(first);
  return { picture, show };
}
