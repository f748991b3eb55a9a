/** The explorer's address, its line of moves, and where a moment of a game stands in it. */
import { expect, test } from "vitest";
import type { Frame } from "../src/api/wire";
import { after, placeIn, queryOf, type Place } from "../src/explorer/place";
import { takenIn } from "../src/games/okiya/model/explored";
import type { AnyMove, OkiyaView } from "../src/games/okiya/model/wire";

const placed = (query: string): Place => placeIn(new URLSearchParams(query));

test("an address keeps the whole line and where one stands on it", () => {
  for (const query of [
    "",
    "?layout=ABC",
    "?layout=ABC&moves=a1%2Cb2",
    "?layout=ABC&moves=a1%2Cb2&at=0&full_board=draw",
  ])
    expect(queryOf(placed(query))).toBe(query);
  expect(placed("?moves=a1,b2").at).toBe(2);
  expect(placed("?moves=a1,b2&at=9").at).toBe(2);
  expect(placed("?moves=a1,b2&at=x").at).toBe(2);
  expect(placed("?moves=,,").moves).toEqual([]);
});

test("a move goes along the line, or leaves it", () => {
  const here = placed("?layout=ABC&moves=a1,b2,c3&at=1");
  expect(after(here, "b2")).toEqual({ ...here, at: 2 });
  expect(after(here, "d4")).toEqual({ ...here, moves: ["a1", "d4"], at: 2 });
});

test("a thousand steps to and fro leave the line as it was", () => {
  let here = placed("?layout=ABC&moves=a1,b2");
  for (let n = 0; n < 500; n++) here = after({ ...here, at: 1 }, "b2");
  expect(queryOf(here)).toBe("?layout=ABC&moves=a1%2Cb2");
});

test("the tiles of the round that is played lead to a moment", () => {
  const moves: AnyMove[] = [
    { type: "Lay", tile: 1 },
    { type: "Take", square: 0 },
    { type: "Score", winner: 0, rule: "O9", points: 15 },
    { type: "Lay", tile: 2 },
    { type: "Take", square: 5 },
    { type: "Take", square: 15 },
  ] as AnyMove[];
  const frames = [null, ...moves].map((move, seq) => ({
    seq,
    line: move && { seq, seat: 0, move, event: null, said: "" },
  })) as Frame<OkiyaView, AnyMove>[];
  expect(takenIn(frames, 2)).toEqual(["a1"]);
  expect(takenIn(frames, 4)).toEqual([]);
  expect(takenIn(frames, 6)).toEqual(["b2", "d4"]);
});
