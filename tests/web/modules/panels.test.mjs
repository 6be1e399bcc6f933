// What panels compute: turns of the history, marks of moves, the moves that are shown on the board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { markOf } from "../../../src/kibitz/web/page/board/marks.js";
import { turnFrom } from "../../../src/kibitz/web/page/panels/history_steps.js";
import { bestFew } from "../../../src/kibitz/web/page/panels/move_groups.js";

const walk = (players, movers) => ({
  turn: (from, step) => turnFrom({ players, movers, history: movers.slice(1) }, from, step),
});

test("a turn is a move where all players are people, or none is", () => {
  assert.equal(walk(["perfect", "easy"], [0, 1, 0]).turn(2, -1), 1);
  const turn = walk(["human", "human"], [0, 1, 0, 1]);
  assert.deepEqual([turn.turn(2, -1), turn.turn(2, 1), turn.turn(0, -1), turn.turn(3, 1)], [1, 3, 0, 3]);
});

test("against an opponent, a turn goes to where the person moves", () => {
  const turn = walk(["human", "perfect"], [0, 1, 0, 1, 0]);
  assert.deepEqual([turn.turn(4, -1), turn.turn(3, -1), turn.turn(0, 1)], [2, 2, 2]);
  const second = walk(["perfect", "human"], [0, 1, 0, 1]);
  assert.equal(second.turn(1, -1), 1); // there is no earlier one
  assert.equal(second.turn(3, -1), 1);
});

test("at the end of the game a turn reaches the last position", () => {
  assert.equal(walk(["human", "perfect"], [0, 1]).turn(0, 1), 1);
});

test("a move is an arrow, or the cells that it fills", () => {
  assert.deepEqual(markOf({ steps: [[3], [4], [5]] }, "good").arrow, [3, 5]);
  assert.deepEqual(markOf({ steps: [[3]] }, "bad"), { tone: "bad", cells: [3] });
  assert.equal(markOf({ steps: [[3], [5], [3]] }, "bad").arrow, undefined); // it comes back
  const wide = markOf({ steps: [[1, 2, 3], [7]] }, "even");
  assert.deepEqual([wide.cells, wide.whole], [[1, 2, 3], true]);
});

test("the best moves are marked where they are few", () => {
  const moves = (best, others) => [
    ...Array.from({ length: best }, () => ({ best: true })),
    ...Array.from({ length: others }, () => ({ best: false })),
  ];
  assert.equal(bestFew({ moves: moves(4, 3) }).length, 4);
  assert.equal(bestFew({ moves: moves(5, 3) }).length, 0);
});
