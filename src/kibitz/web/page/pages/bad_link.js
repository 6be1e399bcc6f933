// A link that cannot be opened: the page says why, and offers the game that it names or the start page.

import { hashOf } from "../core/address.js";
import { wordsOf } from "../core/announce.js";
import { $ } from "../core/dom.js";
import { familyOf } from "../core/names.js";
import { Fault, ask } from "../transport/talk.js";
import { t } from "../core/words.js";

// Shows what is wrong in place of a board. Resolves to the family that the link names, or "".
/** @param {unknown} fault */
export async function showAstray(fault) {
  const { game = "", family: named = "" } = fault instanceof Fault ? fault : {};
  const family = await familyOf(named).catch(() => null);
  const link = $("#astray-game");
  $("#astray-words").textContent = wordsOf(fault);
  link.hidden = !family;
  if (family) {
    const board = await ask("game", { name: game }).catch(() => family.board); // perhaps only the moves are wrong
    link.textContent = t("Play {title}", { title: family.title });
    link.href = hashOf(board.match);
  }
  $("#astray").hidden = false;
  return named;
}
