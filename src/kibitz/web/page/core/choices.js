// Language and colours: one menu in the header of every page. A choice reaches all open tabs.

import { $, el, keep, kept, svg } from "./dom.js";
import { speak } from "./speech.js";
import { LANGUAGES, language, t } from "./words.js";

const STORED = "kibitz."; // before the names of choices in the storage of the browser

// Translates a page, and draws the menu.
export async function settle() {
  await speak();
  const [place, theme] = [$("#choices"), colours()];
  place.before(opener());
  place.prepend(labelled(t("Language"), languages()), labelled(t("Colours"), theme));
  addEventListener("storage", ({ key, newValue }) => {
    if (key === `${STORED}theme`) showTheme((theme.value = newValue ?? "auto"));
    if (key === `${STORED}language` && newValue && newValue !== language()) speakAgain();
  });
}

// The button says which language is chosen, and that colours can be.
function opener() {
  const words = t("Language and colours");
  const half = svg(
    "svg",
    { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" },
    svg("circle", { cx: 10, cy: 10, r: 8.2, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }),
    svg("path", { d: "M10 2a8 8 0 0 1 0 16z", fill: "currentColor" }),
  );
  const attributes = { type: "button", id: "choices-open", popovertarget: "choices", "aria-label": words, title: words };
  return el("button", attributes, half, el("span", { "aria-hidden": "true" }, language().toUpperCase()));
}

/** @param {string} words @param {HTMLSelectElement} choice */
const labelled = (words, choice) => el("label", { class: "choice" }, el("span", {}, words), choice);

function languages() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    el("option", { value: code, lang: code }, name),
  );
  const choice = el("select", { id: "language" }, options);
  choice.value = language();
  choice.addEventListener("change", () => {
    keep("language", choice.value);
    speakAgain();
  });
  return choice;
}

// Loads the page again in the language that is kept; a match is in the address.
function speakAgain() {
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
  location.reload();
}

function colours() {
  const names = { auto: t("System"), light: t("Light"), dark: t("Dark") };
  const options = Object.entries(names).map(([value, name]) => el("option", { value }, name));
  const choice = el("select", { id: "theme" }, options);
  choice.value = kept("theme", "auto");
  choice.addEventListener("change", () => {
    keep("theme", choice.value);
    showTheme(choice.value);
  });
  return choice;
}

/** @param {string} theme */
function showTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
