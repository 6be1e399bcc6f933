// Sharing and keeping a game: a link, a file, the browser, a picture.

import { $, download, el } from "../core/dom.js";
import { ask } from "../transport/talk.js";
import { forget, kept, save } from "../core/autosave.js";
import { SERVED } from "../transport/transport.js";
import { t } from "../core/words.js";

const ONLY_HERE = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** @param {string} hash */
const here = (hash) => location.origin + location.pathname + hash;

// The same game on a static site, if this server was started with its address.
/** @param {string} hash */
function elsewhere(hash) {
  const site = document.querySelector('meta[name="kibitz-site"]')?.getAttribute("content") ?? "";
  return site && `${site.replace(/(?:\/|\/\w+\.html)?$/, "/play.html")}${hash}`;
}

function whereItWorks() {
  if (ONLY_HERE.has(location.hostname)) {
    return SERVED
      ? t("It works on this computer only, while kibitz web is running.")
      : t("It works on this computer only.");
  }
  return SERVED
    ? t("It works on this network only, while kibitz web is running.")
    : t("It works for everyone who can open this site.");
}

export class Files {
  /**
   * @param {import("../core/store.js").Store} store
   * @param {{
   *   load(match: string): Promise<boolean>,
   *   loadKept(match: string, how: { posed?: boolean, day?: string | null, id: string, push: boolean }): Promise<void>,
   * }} on
   */
  constructor(store, on) {
    this.store = store;
    this.on = on;
    $("#files").addEventListener("click", () => this.open());
    $("#copy").addEventListener("click", () => this.copy(here(store.state.hash)));
    $("#copy-elsewhere").addEventListener("click", () => this.copy(elsewhere(store.state.hash)));
    $("#as-text").addEventListener("click", () => {
      const { board, text } = store.state.seen;
      download(`kibitz-${board.family}.txt`, text);
    });
    $("#as-svg").addEventListener("click", () => this.picture());
    $("#save").addEventListener("click", () => this.save());
    $("#open-file").addEventListener("change", () => this.read($("#open-file")));
  }

  open() {
    if (this.store.state.mode === "empty") return;
    $("#link").value = here(this.store.state.hash);
    $("#link-where").textContent = whereItWorks();
    $("#copy-elsewhere").hidden = !elsewhere("");
    $("#files-said").textContent = "";
    this.draw();
    $("#files-dialog").showModal();
  }

  /** @param {string} link */
  async copy(link) {
    $("#link").value = link;
    try {
      await navigator.clipboard.writeText(link);
      $("#files-said").textContent = t("The link is copied.");
    } catch {
      $("#link").select();
      $("#files-said").textContent = t("Copy the marked link with Ctrl-C.");
    }
  }

  async picture() {
    const { board, position, mover } = this.store.state.seen;
    const turn = board.players.length ? { mover } : {};
    download(`kibitz-${board.family}.svg`, await ask("picture", { name: board.name, position, ...turn }), "image/svg+xml");
  }

  // Keeps the game until it is deleted. Games that are only played are kept too, the last of them.
  save() {
    const { id, seen, puzzle } = this.store.state;
    save(id, seen, puzzle, true);
    $("#files-said").textContent = t("The game is saved.");
    this.draw();
  }

  draw() {
    const items = kept().map((entry) => {
      const when = new Date(entry.when).toLocaleString(document.documentElement.lang);
      const words = `${entry.title}, ${t("Moves made: {count}", { count: entry.ply })}, ${when}`;
      const load = async () => {
        $("#files-dialog").close();
        await this.on.loadKept(entry.match, { ...entry, push: true });
      };
      const remove = () => {
        forget(entry.id);
        this.draw();
      };
      return el(
        "li",
        {},
        el("button", { type: "button", class: "link", onclick: load }, words),
        el("button", { type: "button", onclick: remove }, t("Delete")),
      );
    });
    if (!items.length) items.push(el("li", { class: "quiet" }, t("No game is saved yet.")));
    $("#saved").replaceChildren(...items);
  }

  /** @param {HTMLInputElement} input */
  async read(input) {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    if (file.size > 60_000) {
      $("#files-said").textContent = t("This file is too long for a game.");
      return;
    }
    if (await this.on.load(await file.text())) $("#files-dialog").close();
    else $("#files-said").textContent = $("#status").textContent;
  }
}
