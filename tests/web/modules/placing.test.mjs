// Pieces that cover several cells.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Placing } from "../../../src/kibitz/web/page/board/piece_placement.js";
import { Layout } from "../../../src/kibitz/web/page/board/pieces.js";
import { square } from "./boards.mjs";

const layout = new Layout(square(4, 4));
const at = (...places) => places.map(([row, column]) => layout.cellAt(row, column));
const L = at([0, 0], [1, 0], [2, 0], [2, 1]); // as it lies
const sorted = (cells) => [...cells].sort((a, b) => a - b);

test("it lies where it lay until it is moved, and that is no step", () => {
  const placing = new Placing(layout, [at([0, 1], [1, 1], [2, 1], [2, 2])], "L", L);
  assert.deepEqual(sorted(placing.cells), sorted(L));
  assert.equal(placing.isHome, true);
  assert.equal(placing.step, null);
});

test("four turns and two flips change nothing", () => {
  const placing = new Placing(layout, [L], "L", L);
  for (const _ of [1, 2, 3, 4]) placing.turn();
  assert.equal(placing.isHome, true);
  placing.turn();
  assert.equal(placing.isHome, false);
  placing.turn(true);
  placing.flip();
  assert.equal(placing.isHome, false);
  placing.flip();
  assert.equal(placing.isHome, true);
});

test("it is pushed back onto the board, and fits where it is a step", () => {
  const there = at([1, 2], [2, 2], [3, 2], [3, 3]);
  const placing = new Placing(layout, [there], "L", L);
  placing.at = layout.cellAt(3, 3);
  assert.deepEqual(sorted(placing.cells), sorted(there));
  assert.deepEqual(placing.step, there);
  assert.deepEqual(sorted(placing.reach), sorted(there));
  assert.deepEqual(sorted(placing.room), sorted(there));
});
