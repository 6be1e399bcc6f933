// A link that cannot be opened: the page says why, and offers the game that it names or the start page.

import { $ } from "../core/dom.js";
import { wordsOf } from "../core/announce.js";
import { familyOf, matchWith } from "../core/names.js";
import { ask } from "../transport/talk.js";
import { t } from "../core/words.js";

const NAMED = /^\s*kibitz[+ ]([^;\s]+)/i;

// Shows what is wrong with a match in place of a board. Resolves to the family that it names, or "".
/** @param {string} match @param {unknown} fault */
export async function showAstray(match, fault) {
  const name = NAMED.exec(match)?.[1] ?? "";
  const family = await familyOf(name.split(":")[0]).catch(() => null);
  $("#astray-words").textContent = wordsOf(fault);
  const link = $("#astray-game");
  link.hidden = !family;
  if (family) {
    link.textContent = t("Play {title}", { title: family.title });
    link.href = `#${encodeURI(matchWith((await exists(name)) ? name : family.example, []))}`;
  }
  $("#astray").hidden = false;
  return name.split(":")[0];
}

// Whether the game is right, and only its moves are not.
/** @param {string} name */
const exists = (name) =>
  ask("game", { name }).then(
    () => true,
    () => false,
  );
