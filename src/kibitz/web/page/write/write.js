// The page "Write a game": an editor, what is wrong with the rules, and the ways to use them.

import { $, button, download, el, keep, kept } from "../core/dom.js";
import { wordsOf } from "../core/announce.js";
import { settle } from "../core/choices.js";
import { language, t } from "../core/words.js";
import { begin as startPython, python } from "../transport/interpreter.js";
import { PLAY } from "../transport/transport.js";
import { ask, build } from "../transport/talk.js";
import { CodeEditor } from "./code_editor.js";
import { fileIn, linkOf } from "./shared_link.js";
import { fileName, forgetFile, keepFile, ownFile, ownFiles } from "./own_files.js";

const PAUSE = 400; // milliseconds after the last key before the text is kept
const FIRST = "mygame.py";

/** @type {CodeEditor} */
let editor;
let name = FIRST;
let examined = 0; // the number of the last examination: an older one is not shown
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

// Files

const firstGame = async () => (await fetch(new URL("first_game.txt", import.meta.url))).text();

/** @param {string} words */
function say(words) {
  $("#said").textContent = words;
}

async function keepText() {
  clearTimeout(waiting);
  waiting = undefined;
  if (!(await keepFile(name, editor.text))) say(t("This browser keeps no files. Save it to a file before you leave."));
}

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(keepText, PAUSE);
  forgetResults();
}

// Shows a file, which is kept already.
/** @param {{ name: string, text: string }} file */
async function show(file) {
  name = file.name;
  keep("own file", name);
  editor.text = file.text;
  forgetResults();
  const names = (await ownFiles()).map((one) => one.name);
  const options = [...new Set([...names, name])].sort().map((one) => el("option", { value: one }, one));
  $("#file").replaceChildren(...options);
  $("#file").value = name;
  $("#play").href = `${PLAY}#kibitz+${name}`;
  $("#own-puzzle").href = `${PLAY}#puzzle:${name}`;
}

// Keeps a text as a new file, under a name that is free, and shows it.
/** @param {string} wanted @param {string} text */
async function add(wanted, text) {
  let free = fileName(wanted);
  for (let at = 2; await ownFile(free); at += 1) free = fileName(`${wanted.replace(/\.py$/, "")}_${at}`);
  await keepFile(free, text);
  await show({ name: free, text });
}

// Asks for a name; returns null if the visitor changes their mind.
/** @param {string} proposed @returns {Promise<string | null>} */
function askName(proposed) {
  const dialog = $("#name-dialog");
  $("#name").value = proposed.replace(/\.py$/, "");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.onclose = () => done(dialog.returnValue === "ok" ? fileName($("#name").value) : null);
  });
}

async function rename() {
  const chosen = await askName(name);
  if (!chosen || chosen === name) return;
  const [old, text] = [name, editor.text];
  await add(chosen, text);
  await forgetFile(old);
  await show({ name, text });
}

async function remove() {
  if (!confirm(t("Delete {name} from this browser?", { name }))) return;
  clearTimeout(waiting);
  await forgetFile(name);
  const [newest] = await ownFiles();
  if (newest) await show(newest);
  else await add(FIRST, await firstGame());
}

// Results

function forgetResults() {
  examined += 1;
  editor.mark([]);
  $("#state").textContent = "";
  $("#complaints").replaceChildren();
  $("#progress").hidden = true;
}

/** @param {import("./code_editor.js").Said} said @param {string} kind */
function entry({ line, words, remedy }, kind) {
  const go = line !== null && button(t("Line {line}", { line }), () => editor.goTo(line));
  return el("li", { class: kind }, go, words, remedy && el("p", { class: "quiet" }, remedy));
}

/**
 * @typedef {import("./code_editor.js").Said} Said
 * @typedef {{ step?: string, complaint?: Said, note?: Said, compiled?: boolean, sound?: boolean, error?: string }} Examination
 *   a part of what is found out about the rules
 */

// Examines the rules; returns whether they are sound.
async function examine() {
  await keepText();
  forgetResults();
  const mine = examined;
  /** @type {(import("./code_editor.js").Said & { severity: "error" | "info" })[]} */
  const marks = [];
  let isSound = false;
  $("#state").textContent = t("Checking…");
  const asked = { question: "examine", code: language(), details: { file: name } };
  for await (const part of python(asked)) {
    if (mine !== examined) return false;
    /** @type {Examination} */
    const { step, complaint, note, compiled, sound, error } = JSON.parse(part.text);
    if (step) $("#state").textContent = t("Checking: {step}", { step });
    if (complaint) marks.push({ ...complaint, severity: "error" });
    if (complaint) $("#complaints").append(entry(complaint, "wrong"));
    if (note) marks.push({ ...note, severity: "info" });
    if (note) $("#complaints").append(entry(note, "note"));
    if (error) $("#complaints").append(entry({ line: null, words: error, remedy: "" }, "wrong"));
    if (compiled) $("#state").dataset.compiled = "yes";
    isSound = sound ?? isSound;
  }
  if (mine !== examined) return false;
  editor.mark(marks);
  $("#state").textContent = isSound ? t("All checks passed.") : t("Something is wrong.");
  document.documentElement.dataset.examined = String(mine);
  return isSound;
}

// Builds the table, and says how the game ends.
async function solve() {
  if (!(await examine())) return;
  const mine = examined;
  const bar = $("#progress");
  try {
    bar.hidden = false;
    /** @param {Api.Build} state */
    const watch = ({ fraction, phase }) => {
      if (mine !== examined) return;
      $("#state").textContent = phase || t("Solving…");
      if (fraction === null) bar.removeAttribute("value");
      else bar.value = fraction;
    };
    await build(name, watch);
    const { value } = await ask("position", { name, position: "start" });
    if (mine === examined) $("#state").textContent = t("Solved. At the start: {value}", { value: value.words });
  } catch (fault) {
    if (mine === examined) $("#state").textContent = wordsOf(fault);
  } finally {
    bar.hidden = true;
  }
}

// The address of the game page is opened once the text is kept.
/** @param {Event} event @param {HTMLAnchorElement} link */
async function leave(event, link) {
  if (waiting === undefined) return;
  event.preventDefault();
  await keepText();
  location.href = link.href;
}

// Begin

async function begin() {
  await settle();
  editor = new CodeEditor($("#code"), t("Rules"), changed);
  const shared = await fileIn(location.hash);
  const wanted = new URLSearchParams(location.hash.slice(1)).get("file") ?? kept("own file");
  const last = (await ownFile(wanted)) || (await ownFiles())[0];
  if (shared) {
    history.replaceState(null, "", location.pathname + location.search);
    await add(shared.name, shared.text);
    say(t("This file came with the link. Read it before you run it."));
  } else if (last) await show(last);
  else await add(FIRST, await firstGame());
  $("#file").addEventListener("change", async () => {
    const chosen = $("#file").value;
    await keepText();
    const file = await ownFile(chosen);
    if (file) await show(file);
  });
  $("#new").addEventListener("click", async () => {
    const chosen = await askName(FIRST);
    if (chosen) await add(chosen, await firstGame());
  });
  $("#rename").addEventListener("click", rename);
  $("#delete").addEventListener("click", remove);
  $("#save").addEventListener("click", () => download(name, editor.text, "text/x-python"));
  $("#open").addEventListener("change", async () => {
    const file = $("#open").files?.[0];
    if (file) await add(file.name, await file.text());
    $("#open").value = "";
  });
  $("#share").addEventListener("click", async () => {
    const link = new URL(await linkOf(name, editor.text), location.href).href;
    await navigator.clipboard.writeText(link).then(
      () => say(t("The link is copied. It holds the whole file.")),
      () => prompt(t("Copy this link:"), link),
    );
  });
  $("#check").addEventListener("click", examine);
  $("#solve").addEventListener("click", solve);
  for (const link of [$("#play"), $("#own-puzzle")]) link.addEventListener("click", (event) => leave(event, link));
  $("#name-dialog .close")?.addEventListener("click", () => $("#name-dialog").close());
  addEventListener("pagehide", () => waiting !== undefined && keepText());
  document.documentElement.dataset.ready = "yes";
  startPython({ file: name }); // it takes a second or more: meanwhile the visitor reads
}

await begin();
