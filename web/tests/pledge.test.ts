import { beforeEach, expect, test } from "vitest";
import { afresh, answers, asked, person, refusal, table } from "./house";
import { Drawer } from "../src/state/storage/local-store";
import { breachOf, giveWords, outside, pledge, pledgeOf, tidy } from "../src/fairness/pledge";

let n = 0;
let id = "";
beforeEach(() => {
  afresh();
  id = `t${++n}`; // what the page remembers outlives the drawer
});

test("the imprint is remembered before the words are sent, and they are sent with it", async () => {
  answers.set(`POST /api/tables/${id}/words`, {});
  const sent = giveWords(id, "c1", "plum crane");
  expect(pledgeOf(id)).toEqual({ commitment: "c1", words: "plum crane" });
  await sent;
  expect(asked).toEqual([
    { call: `POST /api/tables/${id}/words`, body: { commitment: "c1", words: "plum crane" } },
  ]);
});

test("whoever types nothing gets three words, and the same ones if they must be sent again", async () => {
  await expect(giveWords(id, "c1")).rejects.toThrow(); // lost on the way
  const words = pledgeOf(id)!.words;
  expect(words.split(" ")).toHaveLength(3);
  answers.set(`POST /api/tables/${id}/words`, refusal("words_given")); // they had arrived: no harm
  await giveWords(id, "c1", "something else");
  expect(asked.map((each) => (each.body as { words: string }).words)).toEqual([words, words]);
});

test("the first imprint stands, whatever the house shows later", async () => {
  pledge(id, "c1");
  answers.set(`POST /api/tables/${id}/words`, refusal("commitment_unseen"));
  await expect(giveWords(id, "c2")).rejects.toThrow("commitment_unseen");
  expect(pledgeOf(id)!.commitment).toBe("c1");
});

test("typed words are tidied, so that the house takes them as they are", () => {
  expect(tidy("  plum\u202e \u0007\u3164 crane\n")).toBe("plum crane");
  expect([...tidy("🌸".repeat(300))]).toHaveLength(80);
  expect(tidy("z\u0307uraw")).toBe("żuraw");
});

test("another imprint, other words at my seat, words of a bot: each is noticed", () => {
  const made = { commitment: "c1", words: "plum" };
  const seats = [person("Mika"), person("Novice", { kind: "bot", level: "novice" })];
  const fair = table({ seats, words: ["plum", ""] });
  expect(breachOf(fair, [0], made)).toBeNull();
  expect(breachOf({ ...fair, commitment: "c2" }, [0], made)).toBe("imprint");
  expect(breachOf({ ...fair, commitment: "c2", started: false }, [0], made)).toBe("imprint");
  expect(breachOf({ ...fair, words: ["pear", ""] }, [0], made)).toBe("words");
  expect(breachOf({ ...fair, words: ["", ""], started: false }, [0], made)).toBeNull(); // not shown yet
  expect(breachOf({ ...fair, words: ["plum", "ground"] }, [0], made)).toBe("bots");
  expect(breachOf({ ...fair, words: ["pear", ""] }, [], made)).toBeNull(); // a seat of somebody else
  expect(breachOf({ ...fair, id: "elsewhere", commitment: "c2" }, [0])).toBeNull(); // nothing is remembered
});

test("what is outside the promise is said to be", () => {
  expect(outside(table({ lesson: "okiya" }))).toBe("lesson");
  expect(outside(table({ layout: "5XH9C164Q", words: ["plum", "tea"] }))).toBe("given");
  expect(outside(table({ words: ["", ""] }))).toBe("wordless");
  expect(outside(table({ words: ["", ""], started: false }))).toBeNull();
  expect(outside(table({ words: ["plum", ""] }))).toBeNull();
});

test("a drawer keeps the newest, and is no place for what was not put there", () => {
  const drawer = new Drawer<number>("tests", 3);
  for (const [i, each] of ["a", "b", "c", "d"].entries()) drawer.keep(each, i);
  drawer.keep("b", 9);
  drawer.keep("e", 4);
  const kept = JSON.parse(localStorage.getItem("tests")!) as object;
  expect(kept).toEqual({ d: 3, b: 9, e: 4 });
  expect(drawer.of("constructor")).toBeUndefined();
  localStorage.setItem("tests", "spoilt");
  expect(drawer.of("b")).toBe(9); // as long as the page
});
