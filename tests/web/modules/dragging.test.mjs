// Where a dragged piece goes, and what is near a point of the board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Hand } from "../../../src/kibitz/web/page/board/dragged_piece.js";
import { Layout } from "../../../src/kibitz/web/page/board/pieces.js";
import { Pointing } from "../../../src/kibitz/web/page/board/pointing.js";
import { square } from "./boards.mjs";

// A hand that holds the piece of a cell of a row of five, with the cells it can go to.
function holding(origin, targets, board = square(1, 5)) {
  const moves = targets.map((to) => ({ move: `${origin}-${to}`, steps: [[origin], [to]], any_order: false }));
  const others = [{ move: "other", steps: [[99], [98]], any_order: false }];
  const pointing = new Pointing([...moves, ...others]);
  pointing.take([origin]);
  const hand = new Hand({ view: { layout: new Layout(board), cells: [], blocks: [] }, pointing });
  hand.origin = origin;
  hand.ways = hand.waysFrom(origin);
  hand.home = hand.view.layout.point(origin);
  return hand;
}

// The cell that the piece goes to when it is let go at a point; null if it goes back.
function letGo(hand, [x, y]) {
  return hand.wayNear([x - hand.home[0], y - hand.home[1]])?.cell ?? null;
}

test("a piece goes to the target it is let go on", () => {
  const hand = holding(0, [1, 4]);
  assert.equal(letGo(hand, [75, 25]), 1);
  assert.equal(letGo(hand, [225 + 20, 25 - 20]), 4);
});

test("a piece that is pulled in one direction goes where it can go there", () => {
  assert.equal(letGo(holding(1, [4]), [75 + 60, 25]), 4);
  assert.equal(letGo(holding(2, [0, 4]), [125 - 40, 25]), 0);
});

test("a piece that was hardly moved, or leads nowhere, goes back", () => {
  const hand = holding(1, [4]);
  assert.equal(letGo(hand, [80, 25]), null);
  assert.equal(letGo(hand, [75, 25 + 60]), null); // aside
  assert.equal(letGo(holding(1, [3, 4]), [75 + 30, 25]), null); // two lie that way
});

test("only a cell that a move leaves can be dragged", () => {
  const hand = holding(0, [1]);
  hand.pointing.reset();
  assert.deepEqual([0, 1, 2].map((cell) => hand.canLeave(cell)), [true, false, false]);
});

test("the nearest cell, and the one that a group means", () => {
  const layout = new Layout(square(2, 2, { groups: [0, 0, 1, 1] }));
  assert.equal(layout.nearest([99, 99]), 3);
  const signs = [".", ".", ".", "."];
  assert.equal(layout.meant(0, new Set([1]), signs), 1); // the only open one of its group
  assert.equal(layout.meant(0, new Set([2, 3]), signs), 0);
  assert.equal(layout.meant(2, new Set([0, 1]), signs), 2);
});

test("of cells that lie in one another, the smallest open one around is meant where no piece stands", () => {
  const layout = new Layout(square(2, 2, { groups: [0, 0, 0, 0], order: [0, 1, 2, 3] }));
  const empty = [".", ".", ".", "."];
  assert.equal(layout.meant(0, new Set([2, 3]), empty), 2); // around the middle
  assert.equal(layout.meant(2, new Set([0, 1, 3]), empty), 3); // around, not inside
  assert.equal(layout.meant(0, new Set([2, 3]), [".", "X", ".", "."]), 0);
  assert.equal(layout.meant(0, new Set([2, 3]), ["O", ".", ".", "."]), 0);
});
