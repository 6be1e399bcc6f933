// Moves by pointing at cells.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Pointing } from "../../../src/kibitz/web/page/board/pointing.js";

const move = (name, steps, any_order = false) => ({ move: name, steps, any_order, piece: "", position: "" });
const cells = (set) => [...set].sort((a, b) => a - b);

test("a move of one step is made by its cell", () => {
  const pointing = new Pointing([move("a", [[0]]), move("b", [[1]])]);
  assert.deepEqual(cells(pointing.open), [0, 1]);
  assert.equal(pointing.point(5), false);
  assert.equal(pointing.point(1).move, "b");
});

test("a piece is chosen, then its target; pointing at it again takes that back", () => {
  const moves = [move("0-2", [[0], [2]]), move("0-3", [[0], [3]]), move("1-3", [[1], [3]]), move("1-4", [[1], [4]])];
  const pointing = new Pointing(moves);
  assert.equal(pointing.point(0), true);
  assert.deepEqual([cells(pointing.chosen), cells(pointing.open)], [[0], [2, 3]]);
  assert.equal(pointing.point(0), true);
  assert.equal(pointing.begun, false);
  pointing.point(0);
  assert.equal(pointing.point(1), true); // another piece
  assert.deepEqual([cells(pointing.chosen), cells(pointing.open)], [[1], [3, 4]]);
  assert.equal(pointing.point(4).move, "1-4");
});

test("a target that only one piece can reach makes the move", () => {
  const pointing = new Pointing([move("0-2", [[0], [2]]), move("1-3", [[1], [3]])]);
  assert.equal(pointing.point(3).move, "1-3");
});

test("a step that all moves have need not be pointed at", () => {
  const pointing = new Pointing([move("0-1", [[0], [1]]), move("0-2", [[0], [2]])]);
  assert.equal(pointing.begun, false);
  assert.deepEqual(cells(pointing.open), [1, 2]);
});

test("steps in any order", () => {
  const pointing = new Pointing([move("ab", [[0], [1]], true), move("cd", [[2], [3]], true)]);
  assert.deepEqual(cells(pointing.open), [0, 1, 2, 3]);
  assert.equal(pointing.point(1).move, "ab");
});

test("a move that may go on is made by pointing at its end again", () => {
  const pointing = new Pointing([move("0-1", [[0], [1]]), move("0-1-2", [[0], [1], [2]]), move("3-4", [[3], [4]])]);
  pointing.point(0);
  assert.equal(pointing.point(1), true);
  assert.deepEqual(pointing.complete.map((one) => one.move), ["0-1"]);
  assert.equal(pointing.point(2).move, "0-1-2");
});

test("a piece that covers several cells is put down, not pointed at", () => {
  const pointing = new Pointing([move("L", [[0, 1, 2]]), move("M", [[3, 4, 5]])]);
  assert.equal(pointing.placing, true);
  assert.deepEqual(cells(pointing.open), []);
  assert.equal(pointing.point(0), false);
  assert.equal(pointing.take([3, 4, 5]).move, "M");
});
