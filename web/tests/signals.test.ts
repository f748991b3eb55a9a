/** What waits is told where it is seen though the page is not; and an old page does not stay on a new wire. */
import { beforeEach, expect, test, vi } from "vitest";
import "./house";
import { begun, titled } from "../src/lobby/tab-badge.svelte";
import { nextWaiting } from "../src/user/my-tables";
import type { MyTable } from "../src/api/wire";

const { isOutdated, keepUp } =
  await vi.importActual<typeof import("../src/api/app-version")>("../src/api/app-version");
const one = (id: string, more: Partial<MyTable> = {}): MyTable =>
  ({ id, game: "g", names: ["Hina", "Rin"], started: true, over: false, yours: true, ...more }) as MyTable;

test("how many wait stands before the title, once", () => {
  expect(titled("Rules · Hanamachi", 2)).toBe("(2) Rules · Hanamachi");
  expect(titled("(2) Rules · Hanamachi", 3)).toBe("(3) Rules · Hanamachi");
  expect(titled("(2) Rules · Hanamachi", 0)).toBe("Rules · Hanamachi");
});

test("what waited before is no news, nor is what the house tells first", () => {
  expect(begun(null, [one("a")])).toEqual([]);
  expect(begun(new Set(["a"]), [one("a"), one("b")]).map(({ id }) => id)).toEqual(["b"]);
});

test("the next game is the one that has waited longest, and another one than this", () => {
  const tables = [
    one("new", { moved: 9 }),
    one("old", { moved: 3 }),
    one("mine", { moved: 1, yours: false }),
  ];
  expect(nextWaiting(tables)?.id).toBe("old");
  expect(nextWaiting(tables, "old")?.id).toBe("new");
  expect(nextWaiting([one("over", { over: true })])).toBeNull();
});

const served = { page: "" as string | null };
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("document", { querySelector: () => ({ getAttribute: () => "/assets/index-old.js" }) });
  vi.stubGlobal("fetch", () =>
    served.page === null
      ? Promise.reject(new TypeError("no line"))
      : Promise.resolve({ ok: true, text: () => Promise.resolve(served.page) }),
  );
});

test("a page knows whether the house serves another app", async () => {
  const answers: [string | null, boolean][] = [
    ['<script src="/assets/index-old.js">', false],
    ['<script src="/assets/index-new.js">', true],
    ["another page altogether", false],
    [null, false],
  ];
  for (const [page, outdated] of answers) {
    served.page = page;
    expect(await isOutdated()).toBe(outdated);
  }
});

test("it loads itself anew, and once whatever it finds", async () => {
  served.page = '<script src="/assets/index-new.js">';
  const reload = vi.fn();
  await keepUp(reload);
  await keepUp(reload);
  expect(reload).toHaveBeenCalledTimes(1);
});
