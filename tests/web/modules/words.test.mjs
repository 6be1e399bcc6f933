// Sentences of the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { asTapped, capital, t, tn, useLanguage } from "../../../src/kibitz/web/page/core/words.js";

test("details are filled in, and what is missing stays", () => {
  assert.equal(t("{player} to move", { player: "X" }), "X to move");
  assert.equal(t("{done} of {all}", { done: 12345 }), "12,345 of {all}");
});

test("a number decides between one and many", () => {
  assert.equal(tn("{count} game", "{count} games", 1), "1 game");
  assert.equal(tn("{count} game", "{count} games", 0), "0 games");
  assert.equal(tn("{count} of {all} game", "{count} of {all} games", 2, { all: 3 }), "2 of 3 games");
});

test("a capital keeps the accents", () => {
  assert.equal(capital("ένα"), "Ένα");
  assert.equal(capital(""), "");
});

test("a finger taps what a mouse clicks, in every language", () => {
  assert.equal(asTapped("Click a piece, or click the square."), "Tap a piece, or tap the square.");
  useLanguage("fr", { Click: "Cliquez", Tap: "Appuyez" });
  assert.equal(asTapped("Cliquez sur une colonne."), "Appuyez sur une colonne.");
  useLanguage("en", {});
});
