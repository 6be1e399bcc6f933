// Small static board.

import { el } from "../core/dom.js";
import { BoardView } from "./board_view.js";

export function miniature({ board, cells, blocks }) {
  const picture = el("div", { class: "picture", "aria-hidden": "true", inert: true });
  const view = new BoardView(picture);
  const show = (seen) => {
    view.show(seen.board, seen.cells, [], { blocks: seen.blocks });
    view.root.removeAttribute("role");
  };
  show({ board, cells, blocks });
  return { picture, show };
}
