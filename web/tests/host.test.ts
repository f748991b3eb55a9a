/** The host's page: what is said of people, reports and deeds; and a deed that needs a credential first. */
import { beforeEach, expect, test } from "vitest";
import { afresh, answers, asked, FakeSocket } from "./house";
import { speak, speakAlso } from "../src/i18n/phrases.svelte";
import { send, usual } from "../src/host/deeds";
import { announced, BOOKS, deedIn, lasting, lineIn, valueOf, whereIs } from "../src/host/words";
import type { DeedInfo, PersonHere, ReportInfo, ReportLine } from "../src/api/wire";

const { Desk } = await import("../src/host/desk.svelte");
const NOW = 1_800_000_000;

const person = (name: string) => ({ handle: `h ${name}`, name, kind: "guest" as const });
const here = (more: Partial<PersonHere>): PersonHere => ({
  person: person("Kiku"),
  here: true,
  since: NOW,
  created: NOW,
  tables: [],
  ...more,
});
const line = (more: Partial<ReportLine>): ReportLine => ({
  side: "players",
  at: NOW,
  name: "Tomek",
  reported: false,
  ...more,
});
const report = (id: string, more: Partial<ReportInfo> = {}): ReportInfo => ({
  id,
  at: NOW,
  table: "t",
  game: "okiya",
  reporter: person("Lucie"),
  author: person("Tomek"),
  lines: [line({ text: "hm" }), line({ text: "loser", reported: true })],
  games: 1,
  reports: 0,
  others: 0,
  answering: null,
  resolved: null,
  ...more,
});
const done = (more: Partial<DeedInfo>): DeedInfo => ({
  number: 1,
  at: NOW,
  kind: "warn",
  by: "Haru",
  terminal: false,
  name: "Tomek",
  table: null,
  until: null,
  why: "",
  what: "",
  ...more,
});

beforeEach(async () => {
  afresh();
  await speak("en");
  await speakAlso(BOOKS);
});

test("lengths are told in the unit that suits them", () => {
  expect([20, 840, 3600, 86_400, 7 * 86_400].map(lasting)).toEqual([
    "1 min",
    "14 min",
    "1 hour",
    "1 day",
    "7 days",
  ]);
});

test("where somebody is", () => {
  expect(whereIs(here({}))).toBe("not at a table");
  expect(whereIs(here({ here: false }))).toBe("not online");
  expect(whereIs(here({ waiting: "okiya" }))).toBe("looking for a game: okiya");
  expect(whereIs(here({ tables: [{ id: "t", game: "okiya" }], waiting: "x" }))).toBe("plays okiya");
});

test("a report is read aloud with who, whom and the words", () => {
  expect(announced(report("1"))).toMatch(/^Lucie reports Tomek, .*: loser$/);
  expect(announced(report("1", { reporter: null, author: null }))).toMatch(
    /^somebody who deleted their data reports Tomek,/,
  );
  expect(lineIn(line({ phrase: "thanks" }))).toBe("Thank you");
});

test("an entry of the journal names who did what", () => {
  expect(deedIn(done({}))).toBe("Haru warned Tomek");
  expect(deedIn(done({ by: "", terminal: true, kind: "grant" }))).toBe("The terminal made Tomek a host");
  expect(deedIn(done({ kind: "registration", name: "", what: "closed" }))).toBe(
    "Haru changed who may sign up (closed)",
  );
  expect(deedIn(done({ kind: "ban", name: "", until: NOW }))).toMatch(
    /^Haru banned somebody who deleted their data \(until /,
  );
});

test("facts about the server are told in plain words", () => {
  const say = (id: string, value: number | null, more = {}): string =>
    valueOf({ id, state: "good", value, ...more }, NOW);
  expect(say("answer_time", 84)).toBe("84 ms");
  expect(say("disk", 31e9)).toBe("31 GB free");
  expect(say("disk", 2.4e9)).toBe("2.4 GB free");
  expect(say("backup", NOW - 7200)).toBe("2 hours ago");
  expect(say("backup", null)).toBe("none yet");
  expect(say("bots", 2, { most: 8 })).toBe("2 of 8");
  expect(say("version", null, { text: "2.3", since: NOW - 6 * 86_400 })).toBe("2.3, up 6 days");
});

test("a mute is for a day and a ban for a week, unless the host says otherwise", () => {
  expect([usual("mute"), usual("ban")]).toEqual([86_400, 7 * 86_400]);
});

test("a deed goes to its person with its reason and the report that it answers", async () => {
  answers.set("POST /api/host/people/h%201/ban", {});
  await send(
    { kind: "ban", handle: "h 1", report: "r" },
    { why: " rude ", seconds: 60, name: "", address: true },
  );
  expect(asked.at(-1)?.body).toEqual({ why: "rude", seconds: 60, report: "r", address: true });
});

test("a deed that needs a credential is done once that was given", async () => {
  let wanted = 0;
  let tries = 0;
  const desk = new Desk(() => wanted++);
  const { Problem } = await import("../src/api/rest");
  const deed = (): Promise<void> =>
    ++tries > 1 ? Promise.resolve() : Promise.reject(new Problem(403, "proof_needed", "Is it you?"));
  expect(await desk.act(deed, "done")).toBe(false);
  expect([wanted, desk.problem, desk.told]).toEqual([1, "", ""]);
  desk.proved();
  await expect.poll(() => desk.told).toBe("done");
  expect(tries).toBe(2);
});

test("a report that comes while the page is open is told, those of before are not", async () => {
  for (const part of ["people", "tables", "bans"]) answers.set(`GET /api/host/${part}`, []);
  answers.set("GET /api/host", { name: "Haru" });
  answers.set("GET /api/host/reports", [report("1")]);
  const desk = new Desk(() => undefined);
  const leave = desk.watch();
  FakeSocket.last.onopen?.();
  await expect.poll(() => desk.reports.length).toBe(1);
  expect(desk.news).toBeNull();
  answers.set("GET /api/host/reports", [report("1"), report("2")]);
  FakeSocket.last.tell({ type: "hostnews" });
  await expect.poll(() => desk.news?.id).toBe("2");
  leave();
});
