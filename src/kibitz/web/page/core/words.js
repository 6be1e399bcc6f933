// Sentences in the chosen language. speech.js chooses it for a page.

export const LANGUAGES = {
  en: "English",
  el: "Ελληνικά",
  et: "eesti",
  fr: "français",
  ro: "română",
  sv: "svenska",
};
/** @typedef {Record<string, string | string[]>} Catalogue a sentence, or its forms for one, few and many */

/** @type {Catalogue} */
let words = {};
let code = "en";

export function language() {
  return code;
}

// Takes a language and its catalogue; English has none.
/** @param {string} chosen @param {Catalogue} catalogue */
export function useLanguage(chosen, catalogue) {
  code = chosen;
  words = catalogue;
}

// A sentence in the language, with its details filled in. Numbers are written as it writes them.
/** @param {string} sentence @param {Record<string, unknown>} details @returns {string} */
export function t(sentence, details = {}) {
  return filled(String(words[sentence] || sentence), details);
}

// Words about clicks, said for a finger.
/** @param {string} said */
export function asTapped(said) {
  const [click, tap] = [t("Click"), t("Tap")];
  return said.replaceAll(click, tap).replaceAll(click.toLowerCase(), tap.toLowerCase());
}

// A sentence that depends on a number, {count}. The catalogue has its plural forms: for
// one, few and many.
/** @param {string} one @param {string} many @param {number} count @param {Record<string, unknown>} details @returns {string} */
export function tn(one, many, count, details = {}) {
  const forms = words[one] || [one, many, many];
  const rule = new Intl.PluralRules(code).select(count);
  return filled(forms[rule === "one" ? 0 : rule === "few" ? 1 : 2], { count, ...details });
}

/** @param {string} said @param {Record<string, unknown>} details */
function filled(said, details) {
  return said.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = details[name] ?? whole;
    return typeof value === "number" ? value.toLocaleString(code) : String(value);
  });
}

// Words at the beginning of a line. The capitals of a language are for words all in capitals: in
// Greek they would lose their accents.
/** @param {string} said */
export const capital = (said) => said.charAt(0).toUpperCase() + said.slice(1);

// Translates the marked texts of a page, or of a part of one.
/** @param {ParentNode} place */
export function translate(place) {
  /** @param {string} selector @returns {NodeListOf<HTMLElement>} */
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
