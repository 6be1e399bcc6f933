// Questions to the server: addresses, parts, boards, faults and retries.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let asked = [];
let answers = []; // what fetch returns, in order: a Response, or an error to throw
globalThis.document = Object.assign(new EventTarget(), { documentElement: { toggleAttribute: () => {} } });
globalThis.addEventListener = () => {};
globalThis.removeEventListener = () => {};
globalThis.fetch = async (address, options) => {
  asked.push({ address: address.replace(/^.*\/api\//, ""), ...options });
  const answer = answers.shift();
  // The page does not wait any longer once it is looked at again.
  if (!answer.ok) setTimeout(() => document.dispatchEvent(new Event("visibilitychange")));
  if (answer instanceof Error) throw answer;
  return answer;
};
const json = (said, status = 200) => new Response(JSON.stringify(said), { status });
const lines = (...parts) => new Response(parts.map((part) => `${JSON.stringify(part)}\n`).join(""));
const { Fault, NoAnswer, ask, askInParts } = await import("../../../src/kibitz/web/page/transport/talk.js");

beforeEach(() => ([asked, answers] = [[], []]));

async function all(parts) {
  const found = [];
  for await (const part of parts) found.push(part);
  return found;
}

test("a question is asked at its address, or sent as JSON", async () => {
  answers = [json({}), json({}), json({}), json({})];
  await ask("solution", { name: "peg:english,vacancy=d4", position: "a/b" });
  await ask("puzzle", { name: "lgame", difficulty: null, distance: 7 });
  await ask("cancel", { name: "lgame" });
  await ask("opinion", { match: "kibitz+noughts" });
  assert.deepEqual(
    asked.map(({ address, method, body }) => [method, address, body]),
    [
      ["GET", "games/peg%3Aenglish%2Cvacancy%3Dd4/solutions/a%2Fb", undefined],
      ["GET", "games/lgame/puzzle?distance=7", undefined],
      ["DELETE", "games/lgame/table", undefined],
      ["POST", "opinion", '{"match":"kibitz+noughts"}'],
    ],
  );
});

test("a refusal is thrown with its sentence, and whether a table helps", async () => {
  answers = [json({ error: "no such game", table: true }, 404)];
  await assert.rejects(ask("game", { name: "x" }), (fault) => {
    assert.ok(fault instanceof Fault && !(fault instanceof NoAnswer));
    assert.deepEqual([fault.message, fault.table, fault.family], ["no such game", true, undefined]);
    return true;
  });
});

test("a question without an answer is asked again", async () => {
  answers = [new TypeError("no network"), json({}, 503), json({ name: "noughts" })];
  assert.deepEqual(await ask("game", { name: "noughts" }), { name: "noughts" });
  assert.equal(asked.length, 3);
});

test("the board is named once it is known, and put back where it is left out", async () => {
  const board = { key: "k1", name: "noughts" };
  answers = [
    lines({ view: { ply: 0, board } }, { opinion: {} }),
    lines({ view: { ply: 1 } }, { view: { ply: 2 } }),
    json({ ply: 0, board: { key: "k2", name: "lgame" } }),
    lines({ view: { ply: 3, board } }),
  ];
  const first = await all(askInParts("match", { match: "kibitz+noughts" }));
  assert.equal("known_board" in JSON.parse(asked[0].body), false);
  const second = await all(askInParts("match", { match: "kibitz+noughts", play: "a1" }));
  assert.equal(JSON.parse(asked[1].body).known_board, "k1");
  for (const { view } of [first[0], ...second]) assert.equal(view.board, first[0].view.board);
  const other = await ask("new", { game: "lgame" });
  assert.equal(JSON.parse(asked[2].body).known_board, "k1");
  assert.equal(other.board.name, "lgame");
  await all(askInParts("match", { match: "kibitz+noughts" }));
  assert.equal(JSON.parse(asked[3].body).known_board, "k2");
});

test("an answer that breaks off is no answer", async () => {
  answers = [new Response('{"view": {"ply": 0}}\n{"opin')];
  const parts = askInParts("match", { match: "kibitz+noughts" });
  assert.equal((await parts.next()).value.view.ply, 0);
  await assert.rejects(parts.next(), NoAnswer);
});

test("an error in a later part is thrown", async () => {
  answers = [lines({ view: { ply: 0 } }, { error: "too far" })];
  await assert.rejects(all(askInParts("match", { match: "kibitz+noughts" })), /too far/);
});
