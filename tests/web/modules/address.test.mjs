// Addresses of the game page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { asked, hashOf } from "../../../src/kibitz/web/page/core/address.js";

const nothing = { match: "", game: "", posed: false, daily: false, day: null };

test("an address names a match, a puzzle, or the puzzle of a day", () => {
  const known = {
    "": {},
    "#kibitz+noughts;moves+b2": { match: "kibitz+noughts;moves+b2" },
    "#daily:noughts": { game: "noughts", posed: true, daily: true },
    "#daily:2026-01-31:noughts": { game: "noughts", posed: true, daily: true, day: "2026-01-31" },
    "#daily:2026-01-31:kibitz+noughts;moves+a1": {
      match: "kibitz+noughts;moves+a1",
      posed: true,
      daily: true,
      day: "2026-01-31",
    },
    "#puzzle:peg:english,vacancy=d4": { game: "peg:english,vacancy=d4", posed: true },
    "#puzzle:kibitz+noughts;start+XO.-...-...": { match: "kibitz+noughts;start+XO.-...-...", posed: true },
  };
  for (const [hash, meaning] of Object.entries(known)) {
    assert.deepEqual(asked(hash), { ...nothing, ...meaning }, hash);
  }
});

test("what an address is made from is what is read from it", () => {
  for (const match of ["kibitz+noughts;moves+b2+a1", "kibitz+σκάκι.py;moves+å1", "kibitz+a%3bb"]) {
    for (const puzzle of [null, { day: null }, { day: "2026-02-28" }]) {
      const { match: found, posed, day } = asked(hashOf(match, puzzle));
      assert.equal(found, match);
      assert.equal(posed, puzzle !== null);
      assert.equal(day, puzzle?.day ?? null);
    }
  }
});

test("a broken address is left as it is", () => {
  assert.equal(asked("#kibitz+noughts%").match, "kibitz+noughts%");
});
