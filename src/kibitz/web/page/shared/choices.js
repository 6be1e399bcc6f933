// Choices in the header of every page: the language and the colours.

import { $, el, keep, kept } from "./dom.js";
import { LANGUAGES, language, speak, t } from "./words.js";

// Translates a page, and draws the choices.
export async function settle() {
  await speak();
  $("#choices").prepend(languages(), colours());
}

function languages() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    el("option", { value: code, lang: code }, name),
  );
  const choice = el("select", { id: "language", "aria-label": t("Language") }, options);
  choice.value = language();
  choice.addEventListener("change", () => {
    keep("language", choice.value);
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    history.replaceState(null, "", address);
    location.reload();
  });
  return choice;
}

function colours() {
  const names = { auto: t("System"), light: t("Light"), dark: t("Dark") };
  const options = Object.entries(names).map(([value, name]) => el("option", { value }, name));
  const choice = el("select", { id: "theme", "aria-label": t("Colours") }, options);
  choice.value = kept("theme", "auto");
  choice.addEventListener("change", () => {
    keep("theme", choice.value);
    if (choice.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice.value;
  });
  return choice;
}
