// Sentences in the chosen language. speech.js chooses it for a page.

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

// Takes a language and its catalogue; English has none.
/** @param {string} chosen @param {Record<string, any>} catalogue */
export function useLanguage(chosen, catalogue) {
  code = chosen;
  words = catalogue;
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

// Translates the marked texts of a page, or of a part of one.
/** @param {ParentNode} place */
export function translate(place) {
  /** @returns {NodeListOf<HTMLElement>} */
  const marked = (selector) => place.querySelectorAll(selector);
  for (const node of marked("[data-t]")) {
    node.textContent = t(node.textContent.trim().replace(/\s+/g, " "));
  }
  for (const node of marked("[data-t-content]")) {
    node.setAttribute("content", t(node.dataset.tContent ?? ""));
  }
  for (const node of marked("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel ?? ""));
  }
}
