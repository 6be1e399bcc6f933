// The words of the page in the language that was chosen.

import { $, keep, kept } from "./dom.js";

const LANGUAGES = ["en", "el", "et", "fr", "ro", "sv"];
let words = {};
let code = "en";

export function language() {
  return code;
}

export function t(sentence, details = {}) {
  const said = words[sentence] || sentence;
  return said.replace(/\{(\w+)\}/g, (whole, name) => details[name] ?? whole);
}

function preferred() {
  const asked = new URLSearchParams(location.search).get("lang") || kept("language");
  const all = [asked, ...navigator.languages].map((one) => (one || "").slice(0, 2).toLowerCase());
  return all.find((one) => LANGUAGES.includes(one)) || "en";
}

export async function speak() {
  code = preferred();
  document.documentElement.lang = code;
  if (code !== "en") {
    const answer = await fetch(`/api/words/${code}`);
    if (answer.ok) words = await answer.json();
  }
  for (const node of document.querySelectorAll("[data-t]")) {
    node.textContent = t(node.textContent.trim().replace(/\s+/g, " "));
  }
  for (const node of document.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel));
  }
  for (const node of document.querySelectorAll("[data-t-title]")) {
    node.setAttribute("title", t(node.dataset.tTitle));
  }
  const choice = $("#language");
  if (choice) {
    choice.value = code;
    choice.addEventListener("change", () => {
      keep("language", choice.value);
      const address = new URL(location.href);
      address.searchParams.delete("lang");
      history.replaceState(null, "", address);
      location.reload();
    });
  }
  const theme = $("#theme");
  if (theme) {
    theme.value = kept("theme", "auto");
    theme.addEventListener("change", () => {
      keep("theme", theme.value);
      if (theme.value === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme.value;
    });
  }
}
