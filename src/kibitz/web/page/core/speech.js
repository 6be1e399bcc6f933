// Language of a page: asked for in its address, kept in the browser, or that of the browser.

import { kept } from "./dom.js";
import { LANGUAGES, translate, useLanguage } from "./words.js";
import { ask } from "../transport/talk.js";

function preferred() {
  const asked = new URLSearchParams(location.search).get("lang") || kept("language");
  const all = [asked, ...navigator.languages].map((one) => (one || "").slice(0, 2).toLowerCase());
  return all.find((one) => one in LANGUAGES) || "en";
}

export async function speak() {
  const code = preferred();
  useLanguage(code, {});
  document.documentElement.lang = code;
  if (code !== "en") {
    useLanguage(code, await ask("words", { code }).catch(() => ({}))); // English is better than no page
  }
  translate(document);
}
