import { expect, test } from "vitest";
import { draw, hex, keyOf, prove, sha256 } from "../src/fairness/verify";
import type { Chance } from "../src/api/wire";

const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
const words = ["plum", "żuraw", ""];
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const key = keyOf(seed, words);
const six = (round: number, total: bigint): number[] =>
  [0, 1, 2, 3, 4, 5].map((k) => Number(draw(key, round, k, total)));

test("SHA-256 of nothing, of a little, of more than a block", () => {
  const of = (text: string): string => hex(sha256(new TextEncoder().encode(text)));
  expect(of("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(of("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(of("a".repeat(119))).toBe("31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
});

test("the vectors of docs/fairness.md", () => {
  expect(hex(sha256(seed))).toBe(COMMITMENT);
  expect(hex(key)).toBe("eea3702a1e00562ce51cfd0b3b8ac194ddd74155989f5c8d2f41507bc66330c9");
  expect(six(1, 75n)).toEqual([32, 71, 60, 69, 44, 34]);
  expect(six(2, 6n)).toEqual([4, 0, 5, 2, 1, 0]);
  const wide = [0, 1, 2, 3].map((k) =>
    draw(key, 1, k, (1n << 255n) + 1n)
      .toString(16)
      .padStart(64, "0")
      .slice(0, 8),
  );
  expect(wide).toEqual(["65c784fd", "46f0602b", "614c5962", "62eaac63"]);
});

test("a proof names the first throw that does not follow", () => {
  const fair: Chance[] = [
    [1, 75, 32],
    [1, 1, 0],
    [1, 75, 71],
    [2, 6, 4],
  ];
  expect(prove(COMMITMENT, hex(seed), words, fair)).toEqual({ sealed: true, throws: 3, broken: null });
  const bent: Chance[] = [...fair.slice(0, 3), [2, 6, 5]];
  expect(prove(COMMITMENT, hex(seed), words, bent).broken).toBe(3);
  expect(prove("00", hex(seed), words, fair).sealed).toBe(false);
});
