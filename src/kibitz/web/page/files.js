// Sharing and keeping a game: a link, a file, the browser, a picture.

import { $, download, el, keep, kept } from "./dom.js";
import { positionOf } from "./talk.js";
import { t } from "./words.js";

const MOST = 30;

export class Files {
  constructor(game) {
    this.game = game;
    $("#files").addEventListener("click", () => this.open());
    $("#copy").addEventListener("click", () => this.copy());
    $("#as-text").addEventListener("click", () => {
      download(`kibitz-${game.seen.board.family}.txt`, game.seen.text);
    });
    $("#as-svg").addEventListener("click", () => this.picture());
    $("#save").addEventListener("click", () => this.save());
    $("#open-file").addEventListener("change", (event) => this.read(event.target));
  }

  open() {
    $("#link").value = location.href.split("#")[0].split("?")[0] + "#" + this.game.seen.match;
    $("#files-said").textContent = "";
    this.draw();
    $("#files-dialog").showModal();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText($("#link").value);
      $("#files-said").textContent = t("The link is copied.");
    } catch {
      $("#link").select();
      $("#files-said").textContent = t("Copy the marked link with Ctrl-C.");
    }
  }

  async picture() {
    const { board, position, mover } = this.game.seen;
    const query = board.aim === "win" ? `?mover=${mover}` : "";
    const answer = await fetch(`${positionOf(board.name, position)}/picture.svg${query}`);
    download(`kibitz-${board.family}.svg`, await answer.text(), "image/svg+xml");
  }

  all() {
    try {
      const found = JSON.parse(kept("saved", "[]"));
      return Array.isArray(found) ? found : [];
    } catch {
      return [];
    }
  }

  save() {
    const { match, board, ply } = this.game.seen;
    const entry = { match, title: board.title, ply, when: new Date().toISOString() };
    keep("saved", JSON.stringify([entry, ...this.all()].slice(0, MOST)));
    $("#files-said").textContent = t("The game is saved.");
    this.draw();
  }

  draw() {
    const all = this.all();
    const items = all.map((entry, index) => {
      const when = new Date(entry.when).toLocaleString(document.documentElement.lang);
      const words = `${entry.title}, ${t("Moves made: {count}", { count: entry.ply })}, ${when}`;
      const load = async () => {
        $("#files-dialog").close();
        await this.game.load(String(entry.match));
      };
      const forget = () => {
        keep("saved", JSON.stringify(all.filter((_, other) => other !== index)));
        this.draw();
      };
      return el(
        "li",
        {},
        el("button", { type: "button", class: "link", onclick: load }, words),
        el("button", { type: "button", onclick: forget }, t("Delete")),
      );
    });
    if (!items.length) items.push(el("li", { class: "quiet" }, t("No game is saved yet.")));
    $("#saved").replaceChildren(...items);
  }

  async read(input) {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    if (file.size > 60_000) {
      $("#files-said").textContent = t("This file is too long for a game.");
      return;
    }
    if (await this.game.load(await file.text())) $("#files-dialog").close();
    else $("#files-said").textContent = $("#status").textContent;
  }
}
