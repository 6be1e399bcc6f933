// Games that the browser keeps.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let stored = new Map();
globalThis.window = {
  localStorage: {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, value),
  },
};
const { forget, idOf, kept, matchOf, save } = await import("../../../src/kibitz/web/page/core/autosave.js");

beforeEach(() => (stored = new Map()));

function seen(number, more = {}) {
  const match = `kibitz+noughts;moves+a${number}`;
  return { match, link: match, board: { heading: "noughts" }, history: ["a1"], ply: 1, over: false, ...more };
}

test("a game is kept from its first move on", () => {
  save("one", seen(1, { history: [], ply: 0 }), null);
  assert.deepEqual(kept(), []);
  save("one", seen(1), null);
  const [{ id, match, link, over, posed, pinned }] = kept();
  assert.deepEqual({ id, match, over, posed, pinned }, { id: "one", match: seen(1).match, over: false, posed: false, pinned: false });
  assert.equal(link, `#${match}`);
});

test("a game is kept once, as it was last", () => {
  save("one", seen(1), null);
  save("one", seen(2, { over: true }), null);
  assert.equal(kept().length, 1);
  assert.equal(kept()[0].match, seen(2).match);
  assert.equal(kept()[0].over, true);
});

test("a link finds its game, and the lines that the link has no room for", () => {
  save("one", seen(1, { link: "kibitz+noughts;moves+short" }), null);
  assert.equal(idOf("#kibitz+noughts;moves+short"), "one");
  assert.equal(matchOf("#kibitz+noughts;moves+short"), seen(1).match);
  assert.notEqual(idOf("#kibitz+lgame"), "one");
  assert.equal(matchOf("#kibitz+lgame"), "");
});

test("the puzzle of a day is kept with its day, and one of a single move as over", () => {
  save("daily", seen(1), { day: "2026-01-31", kind: "solve" });
  save("move", seen(2), { day: null, kind: "move" });
  const [daily, move] = ["daily", "move"].map((id) => kept().find((one) => one.id === id));
  assert.deepEqual([daily.day, daily.posed, daily.over], ["2026-01-31", true, false]);
  assert.equal(daily.link, `#daily:2026-01-31:${seen(1).match}`);
  assert.deepEqual([move.posed, move.over], [true, true]);
});

test("the last twelve games are kept, and those that were saved", () => {
  save("pinned", seen(0), null, true);
  for (let number = 1; number <= 20; number += 1) save(`game ${number}`, seen(number), null);
  assert.equal(kept().length, 13);
  assert.ok(kept().some((one) => one.id === "pinned"));
  save("pinned", seen(1), null);
  assert.equal(kept().find((one) => one.id === "pinned").pinned, true);
  forget("pinned");
  assert.ok(!kept().some((one) => one.id === "pinned"));
});

test("what cannot be read is no game", () => {
  for (const text of ["{", "5", '[null, {"id": "x"}, {"match": "kibitz"}]']) {
    stored.set("kibitz.games", text);
    assert.deepEqual(kept(), []);
  }
});

test("games of earlier versions are read", () => {
  stored.set("kibitz.saved", '[{"match": "kibitz+noughts", "when": "2024-01-01T00:00:00Z", "title": "noughts"}]');
  const [{ link, pinned }] = kept();
  assert.deepEqual([link, pinned], ["#kibitz+noughts", true]);
});
