// Page of a server on a network that asks for the access code. The requested page follows, with its
// whole address.

import { $ } from "../core/dom.js";
import { settle } from "../core/choices.js";
import { wordsOf } from "../core/announce.js";
import { ask } from "../transport/talk.js";

await settle();
$("#enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await ask("enter", { code: $("#access-code").value });
    location.reload();
  } catch (fault) {
    $("#said").textContent = wordsOf(fault);
    $("#access-code").select();
  }
});
$("#access-code").focus();
document.documentElement.dataset.ready = "yes";
