// Page of a server on a network that asks for the access code. The requested page follows, with its
// whole address.

import { $ } from "../core/dom.js";
import { settle } from "../core/choices.js";
import { language, t } from "../core/words.js";

await settle();
$("#enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = JSON.stringify({ code: $("#access-code").value });
  const headers = { "Content-Type": "application/json", "Accept-Language": language() };
  const answer = await fetch("/api/enter", { method: "POST", headers, body }).catch(() => null);
  if (answer?.ok) return location.reload();
  const said = answer ? (await answer.json()).error : t("There is no answer.");
  $("#said").textContent = said;
  $("#access-code").select();
});
$("#access-code").focus();
document.documentElement.dataset.ready = "yes";
