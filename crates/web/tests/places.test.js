// The places of the sets on the table: what is there stays there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Places } from "../page/places.js";

const sets = (/** @type {string[]} */ ...texts) => texts.map((text) => text.split(" "));

/** Numbers that look random. @param {number} seed */
function random(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** @param {{row: number, column: number, span: number}[]} places @param {number} columns */
function areApart(places, columns) {
  for (const [at, one] of places.entries()) {
    assert.ok(one.column >= 0 && one.column + one.span <= columns, JSON.stringify(one));
    for (const other of places.slice(at + 1))
      assert.ok(
        one.row !== other.row ||
          one.column + one.span <= other.column ||
          other.column + other.span <= one.column,
        JSON.stringify([one, other]),
      );
  }
}

test("a set that grows stays, and so do all others", () => {
  const places = new Places();
  const before = places.of(sets("R3 R4 R5", "K7 B7 O7", "B1 B2 B3"), 40, 3);
  const after = places.of(sets("R3 R4 R5 R6", "K7 B7 O7", "B1 B2 B3", "O1 O2 O3"), 40, 3);
  for (const at of [0, 1, 2])
    assert.deepEqual([after[at].row, after[at].column], [before[at].row, before[at].column]);
  areApart(after, 40);
});

test("a set that has no room any more goes elsewhere alone", () => {
  const places = new Places();
  const table = ["R3 R4 R5", "K7 B7 O7", "B1 B2 B3"];
  const before = places.of(sets(...table), 24, 2);
  const long = "R3 R4 R5 R6 R7 R8 R9";
  const after = places.of(sets(long, ...table.slice(1)), 24, 2);
  assert.deepEqual(after.slice(1), before.slice(1));
  assert.notEqual(after[0].row, before[0].row);
  areApart(after, 24);
});

test("a set lies where it was dropped, if there is room", () => {
  const places = new Places();
  places.of(sets("R3 R4 R5"), 40, 3);
  const near = { row: 2, column: 11 };
  const after = places.of(sets("R3 R4 R5", "K1"), 40, 3, near);
  assert.deepEqual([after[1].row, after[1].column], [2, 11]);
});

test("in random games no two sets lie on each other, and sets that do not change stay", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const below = random(seed);
    const places = new Places();
    const columns = 17 + below(40);
    /** @type {string[][]} */
    let table = [];
    /** @type {Map<string, string>} */
    let old = new Map();
    for (let turn = 0; turn < 40; turn++) {
      const change = below(3);
      if (change === 0 || table.length === 0)
        table = [...table, Array.from({ length: 3 }, (_, at) => `T${seed}.${turn}.${at}`)];
      else if (change === 1) {
        const at = below(table.length);
        table = table.map((set, other) =>
          other === at && set.length < 8 ? [...set, `T${seed}.${turn}`] : set,
        );
      } else if (below(4) === 0) table = table.filter((_, at) => at !== below(table.length));
      const found = places.of(table, columns, 4);
      areApart(found, columns);
      const now = new Map(table.map((set, at) => [set.join(), JSON.stringify(found[at])]));
      for (const [set, place] of now) if (old.has(set)) assert.equal(place, old.get(set), set);
      old = now;
    }
  }
});
