/** A newcomer's proposed name: another one is proposed where a member has it. */
import { beforeEach, expect, test } from "vitest";
import "./house";
import { Problem } from "../src/api/rest";
import { guest } from "../src/user/user.svelte";

const taken = new Problem(409, "name_taken", "Somebody has this name.");
let tried: string[] = [];

/** Refuses so many names before it takes one. */
const refusing =
  (times: number, problem = taken) =>
  (name: string): Promise<string> => {
    tried.push(name);
    return tried.length > times ? Promise.resolve(name) : Promise.reject(problem);
  };

beforeEach(() => {
  tried = [];
  guest.me = null;
});

test("a proposed name that is taken gives way to another", async () => {
  const first = guest.proposed;
  expect(await guest.as("", refusing(2))).toBe(guest.proposed);
  expect(tried).toHaveLength(3);
  expect(tried[0]).toBe(first);
});

test("a name that was typed is not exchanged", async () => {
  await expect(guest.as("Wilhelmina", refusing(1))).rejects.toBe(taken);
  expect(tried).toEqual(["Wilhelmina"]);
});

test("what is refused for another reason, or again and again, is told", async () => {
  const closed = new Problem(403, "closed", "No new guests.");
  await expect(guest.as("", refusing(1, closed))).rejects.toBe(closed);
  tried = [];
  await expect(guest.as("", refusing(100))).rejects.toBe(taken);
  expect(tried).toHaveLength(6);
});
