// Modes of the game page: what can be done in each, what comes after it, what the kibitzer says.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TABLE, after, can, isOpen, modeOf, saysIn } from "../../../src/kibitz/web/page/core/modes.js";
import { Store } from "../../../src/kibitz/web/page/core/store.js";

const MODES = Object.keys(TABLE);
const seen = { finished: false, person: 0, history: [] };
const finished = { ...seen, finished: true };
const question = { kind: "move" };
const state = (changes) => ({ ...new Store().state, seen, mode: "playing", ...changes });
const inMode = (mode) => state({ mode, behind: { mode: "playing", seen } });
const modesThatCan = (event) => MODES.filter((mode) => can({ mode }, event));

test("every event leads to a mode that there is", () => {
  for (const mode of MODES) {
    for (const event of Object.keys(TABLE[mode])) {
      const changes = after(inMode(mode), event);
      assert.ok(MODES.includes(changes.mode), `${mode}, ${event}`);
    }
  }
});

test("every mode but the empty one can be reached from a match, and left", () => {
  const reached = new Set([modeOf(seen, null), modeOf(seen, question)]);
  for (const mode of reached) for (const to of Object.values(TABLE[mode])) if (MODES.includes(to)) reached.add(to);
  assert.deepEqual([...reached, "empty"].sort(), [...MODES].sort());
  for (const mode of reached) assert.ok(Object.values(TABLE[mode]).some(Boolean), mode);
});

test("a move, a step back and a hint are refused while they would disturb", () => {
  assert.deepEqual(modesThatCan("move"), ["playing", "review", "trying", "solved"]);
  for (const event of ["walk", "rename", "hint", "review", "reply"]) {
    assert.deepEqual(modesThatCan(event), ["playing", "review", "solved"], event);
  }
  assert.deepEqual(modesThatCan("retry"), ["refuted"]);
  assert.equal(after(state({ mode: "demo" }), "move"), null);
});

test("a demo and the editor go back to what they cover", () => {
  for (const [event, mode] of [["demo", "demo"], ["edit", "editing"]]) {
    const refuted = state({ mode: "refuted" });
    const opened = { ...refuted, ...after(refuted, event), seen: finished };
    assert.equal(opened.mode, mode);
    assert.ok(isOpen(opened), "the puzzle below it is open");
    assert.deepEqual(after(opened, "back"), { mode: "refuted", seen, behind: null });
    assert.equal(after(opened, event), null, "one at a time");
  }
});

test("a match begins with a puzzle, with one that is solved, or with none", () => {
  assert.equal(modeOf(seen, null), "playing");
  assert.equal(modeOf(seen, { kind: "solve" }), "playing");
  assert.equal(modeOf(seen, question), "trying");
  assert.equal(modeOf({ history: ["a1"] }, question), "solved");
});

test("the kibitzer gives no puzzle away, whatever is chosen", () => {
  const all = { choices: { playing: "all", looking: "all" }, chose: true };
  for (const mode of ["trying", "refuted"]) {
    assert.equal(saysIn(state({ mode, ...all })), "off");
    assert.equal(saysIn(state({ mode: "demo", behind: { mode, seen }, ...all })), "off");
  }
});

test("the kibitzer hints during a game and tells all after it, unless another way is chosen", () => {
  assert.equal(saysIn(state()), "hint");
  assert.equal(saysIn(state({ seen: finished })), "all");
  assert.equal(saysIn(state({ seen: { ...seen, person: null } })), "all");
  assert.equal(saysIn(state({ seen: { ...seen, person: null }, asked: "hint" })), "hint");
  assert.equal(saysIn(state({ choices: { playing: "off", looking: "all" } })), "off");
  const solving = { puzzle: { kind: "solve" }, choices: { playing: "all", looking: "all" } };
  assert.equal(saysIn(state(solving)), "hint");
  assert.equal(saysIn(state({ ...solving, chose: true })), "all");
  assert.equal(saysIn(state({ ...solving, seen: finished })), "all");
});

test("a review tells all, until another way is chosen", () => {
  const choices = { playing: "hint", looking: "off" };
  const reviewed = state({ mode: "review", seen: finished, choices });
  assert.equal(saysIn(reviewed), "all");
  const chosen = { ...reviewed, chose: true };
  assert.equal(saysIn(chosen), "off");
  assert.equal(saysIn({ ...chosen, ...after(chosen, "review") }), "all");
});

test("a part of the page is called when what it depends on changes, with the state before", () => {
  const store = new Store();
  const calls = [];
  store.subscribe((now, before) => calls.push([before.mode, now.mode]), "mode", "puzzle");
  store.change({ id: "other" });
  store.change({ mode: "playing", puzzle: question });
  store.change({ mode: "playing" });
  assert.deepEqual(calls, [["empty", "playing"]]);
  assert.equal(store.apply("back"), false);
  assert.ok(store.apply("edit"));
  assert.deepEqual(calls.at(-1), ["playing", "editing"]);
});

test("a request is the last one until another begins", () => {
  const store = new Store();
  const isLast = store.begin({ pending: { move: "a1", steps: [[0]] } });
  assert.ok(isLast() && store.state.pending !== null);
  const isNext = store.begin();
  assert.deepEqual([isLast(), isNext(), store.state.pending], [false, true, null]);
});
