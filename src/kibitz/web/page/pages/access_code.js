// The page that a server in a network shows first: it asks for a code. The page that was wanted
// comes after it, with all that stands in its address.

import { $ } from "../shared/dom.js";
import { settle } from "../shared/choices.js";
import { ask } from "../transport/talk.js";

await settle();
$("#enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await ask("enter", { code: $("#code").value });
    location.reload();
  } catch (fault) {
    $("#said").textContent = fault.message;
    $("#code").select();
  }
});
$("#code").focus();
document.documentElement.dataset.ready = "yes";
