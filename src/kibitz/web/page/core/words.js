// Translations of the page, in the chosen language.

import { kept } from "./dom.js";
import { ask } from "../transport/talk.js";

export const LANGUAGES = {
  en: "English",
  el: "Ελληνικά",
  et: "eesti",
  fr: "français",
  ro: "română",
  sv: "svenska",
};
/** @type {Record<string, any>} */
let words = {};
let code = "en";

export function language() {
  return code;
}

// A sentence in the language, with its details filled in. Numbers are written as it writes them.
/** @param {string} sentence @param {Record<string, unknown>} details @returns {string} */
export function t(sentence, details = {}) {
  return filled(words[sentence] || sentence, details);
}

// A sentence that depends on a number, which {count} stands for. The catalogue has it as it is said
// of one, of few and of many.
/** @param {string} one @param {string} many @param {number} count @param {Record<string, unknown>} details @returns {string} */
export function tn(one, many, count, details = {}) {
  const forms = words[one] || [one, many, many];
  const form = { one: 0, few: 1 }[new Intl.PluralRules(code).select(count)] ?? 2;
  return filled(forms[form], { count, ...details });
}

function filled(said, details) {
  const written = (value) => (typeof value === "number" ? value.toLocaleString(code) : value);
  return said.replace(/\{(\w+)\}/g, (whole, name) => written(details[name]) ?? whole);
}

// Words at the beginning of a line. The capitals of a language are for words all in capitals: in
// Greek they would lose their accents.
/** @param {string} said */
export const capital = (said) => said.charAt(0).toUpperCase() + said.slice(1);

function preferred() {
  const asked = new URLSearchParams(location.search).get("lang") || kept("language");
  const all = [asked, ...navigator.languages].map((one) => (one || "").slice(0, 2).toLowerCase());
  return all.find((one) => one in LANGUAGES) || "en";
}

/** @returns {NodeListOf<HTMLElement>} */
const elements = (selector) => document.querySelectorAll(selector);

export async function speak() {
  code = preferred();
  document.documentElement.lang = code;
  if (code !== "en") {
    words = await ask("words", { code }).catch(() => ({})); // English is better than no page
  }
  for (const node of elements("[data-t]")) {
    node.textContent = t(node.textContent.trim().replace(/\s+/g, " "));
  }
  for (const node of elements("[data-t-content]")) {
    node.setAttribute("content", t(node.dataset.tContent ?? ""));
  }
  for (const node of elements("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel ?? ""));
  }
}
