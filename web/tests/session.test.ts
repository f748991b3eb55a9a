import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afresh, answers, asked, FakeSocket, person, refusal, table, updates } from "./house";
import { games } from "../src/user/user.svelte";
import { pledgeOf } from "../src/fairness/pledge";
import { play } from "../src/ui/sound";
import { speak } from "../src/i18n/phrases.svelte";
import type { GameCard, OptionCard, TableInfo, Updates } from "../src/api/wire";
import { Readiness } from "../src/table/waiting/readiness.svelte";
import { Wanting } from "../src/table/generic/planned-move.svelte";
import { isOpen, Session } from "../src/table/session/session.svelte";
import { absence } from "../src/table/guide/absence-text";
import { awayOf, type Away } from "../src/table/session/away";
import { hurries } from "../src/table/guide/round-break-text";
import { changes, optionsOf, partOf } from "../src/table/session/waiting-part";

const MATCH: OptionCard = {
  option: { name: "match", kind: "choice", default: "single" },
  label: "Match",
  labels: { single: "one round", series: "first to three" },
};
const DRAW: OptionCard = {
  option: { name: "draw", kind: "bool", default: false },
  label: "Draws",
  labels: {},
};

beforeEach(() => {
  afresh();
  vi.useFakeTimers();
  games.all = [{ name: "okiya", secrets: false, options: [MATCH, DRAW], levels: [] } as unknown as GameCard];
});
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
  vi.useRealTimers();
});
const opened: Session[] = [];

async function sitting(info: TableInfo = table(), mine = [0]): Promise<Session> {
  answers.set(`GET /api/tables/${info.id}`, { table: info, mine });
  const session = new Session(info.id);
  opened.push(session);
  await session.open();
  FakeSocket.last.onopen!();
  FakeSocket.last.tell({ type: "yours", seats: mine });
  FakeSocket.last.tell(updates({ table: info, seat: mine[0] ?? null }));
  return session;
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test("whose seats are whose is told apart from the table", async () => {
  const session = await sitting();
  expect([session.mine, session.seat, session.myTurn]).toEqual([[0], 0, true]);
  FakeSocket.last.tell({
    type: "presence",
    here: [true, false],
    gallery: 3,
    absent: [{ seat: 1, left: 50_000, agreed: [] }],
  });
  expect([session.vigil.isHere(1), session.vigil.gallery, session.vigil.of(1)?.seat]).toEqual([false, 3, 1]);
});

test.each([
  [[0], "H18", "win"],
  [[1], "claimed", "loss"],
  [[], "calledoff", "round"],
  [[], "lapsed", "round"],
])("the end of a game is heard: %j by %s", async (winners, reason, sound) => {
  await sitting();
  const result = { points: [0, 0], ranks: [1, 1], winners, reason };
  const line = { seq: 3, seat: null, move: null, event: null, said: "" };
  FakeSocket.last.tell(updates({ from_seq: 3, seq: 4, frames: [{ seq: 4, line }], result }));
  expect(vi.mocked(play).mock.lastCall).toEqual([sound]);
});

test("what was not kept may be tried again at once, with the sentence shown", async () => {
  const session = await sitting();
  session.submit(session.choices[0]!);
  expect(session.sealing).toBe(true);
  FakeSocket.last.tell({ type: "declined", reason: "not_kept", sentence: "Nothing has happened." });
  expect([session.sealing, session.myTurn, session.declined?.sentence]).toEqual([
    false,
    true,
    "Nothing has happened.",
  ]);
  session.submit(session.choices[0]!);
  expect([session.sealing, session.declined]).toEqual([true, null]);
  expect(FakeSocket.last.sent.filter((each) => each.type === "submit")).toHaveLength(2);
});

test("a move that was played already is no error", async () => {
  const session = await sitting();
  session.submit(session.choices[0]!);
  FakeSocket.last.tell({ type: "declined", reason: "already_played", sentence: "…" });
  expect([session.sealing, session.declined]).toEqual([false, null]);
});

test("whoever comes back to a table that was called off before it began hears that, and not nothing", async () => {
  const session = await sitting(table({ started: false }));
  FakeSocket.last.tell({ type: "declined", reason: "not_your_seat", sentence: "Not yours." });
  expect([session.seat, session.declined]).toEqual([null, null]);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "watch", seat: null });
});

test("in words, too, one may plan while others think; a plan is at hand and never a move by itself", async () => {
  const session = await sitting();
  const mind = new Wanting(session);
  mind.follow(false);
  mind.wanted = "b1";
  FakeSocket.last.tell(updates({ seq: 1, asked: 1, choices: [] }));
  mind.follow(true);
  expect([mind.chosen, mind.listed.length]).toEqual([null, 1]); // what was chosen before is over
  mind.wanted = "b1";
  expect([mind.plans, mind.chosen?.notation]).toEqual([true, "b1"]);
  session.submit(mind.chosen!);
  FakeSocket.last.tell(updates({ seq: 2 }));
  mind.follow(false);
  expect([mind.plans, mind.chosen?.notation]).toEqual([false, "b1"]);
  expect(FakeSocket.last.sent.some(({ type }) => type === "submit")).toBe(false);
  FakeSocket.last.tell(updates({ seq: 3, asked: 1, choices: [] }));
  mind.follow(true);
  mind.wanted = "b1";
  FakeSocket.last.tell(
    updates({ seq: 4, choices: [{ move: { type: "Take" }, notation: "c1", label: "c1" }] }),
  );
  mind.follow(false);
  expect([mind.wanted, mind.chosen]).toEqual([null, null]); // it cannot be played any more
});

test("if the line dies while a move is sealed, nothing is sent again: it is told, or asked for once more", async () => {
  for (const kept of [true, false]) {
    const session = await sitting();
    session.submit(session.choices[0]!);
    FakeSocket.last.die();
    expect([session.online, session.sealing, session.myTurn]).toEqual([false, false, false]);
    vi.advanceTimersByTime(500);
    FakeSocket.last.onopen!();
    const line = { seq: 0, seat: 0, move: { type: "Take" }, event: null, said: "Mika takes b1." };
    FakeSocket.last.tell(
      kept ? updates({ seq: 1, frames: [{ seq: 1, line }], asked: 1, choices: [] }) : updates(),
    );
    expect(FakeSocket.last.sent.map((each) => each.type)).toEqual(["watch", "street"]);
    expect([session.myTurn, session.sealing, session.lines.length]).toEqual([!kept, false, kept ? 1 : 0]);
    session.close();
  }
});

test("the socket comes back after every code, and more slowly where it was too fast or the house is full", async () => {
  const session = await sitting();
  for (const [code, soonest] of [
    [1012, 300],
    [1006, 300],
    [1009, 300],
    [1008, 2000],
    [1013, 2000],
  ] as const) {
    const before = FakeSocket.all.length;
    FakeSocket.last.die(code);
    vi.advanceTimersByTime(soonest - 1);
    expect(FakeSocket.all.length, String(code)).toBe(before);
    vi.advanceTimersByTime(soonest / 4 + 2);
    expect(FakeSocket.all.length, String(code)).toBe(before + 1);
    FakeSocket.last.onopen!();
    FakeSocket.last.tell(updates());
  }
  session.close();
});

test("a house that closes each socket at once is not asked faster and faster", async () => {
  const session = await sitting();
  FakeSocket.last.die(1013);
  vi.advanceTimersByTime(3000);
  FakeSocket.last.onopen!();
  const before = FakeSocket.all.length;
  FakeSocket.last.die(1013);
  vi.advanceTimersByTime(3900);
  expect(FakeSocket.all.length).toBe(before);
  session.close();
});

test("a damaged table is looked at and not played", async () => {
  const session = await sitting(table({ damaged: true }));
  expect([session.damaged, session.myTurn]).toEqual([true, false]);
});

test("what a waiting table wants of this guest", () => {
  const waiting = (more: Partial<TableInfo>): TableInfo => table({ started: false, ...more });
  const [mika, rin] = [person("Mika"), person("Rin")];
  expect(partOf(waiting({}), [0])).toBe("give"); // the second request got lost
  expect(partOf(waiting({ seats: [person("Mika", { ready: true }), rin] }), [0])).toBe("given");
  expect(partOf(waiting({ seats: [person("Mika", { ready: true }), rin] }), [0, 1])).toBe("give");
  expect(partOf(waiting({}), [])).toBe("none");
  expect(partOf(table(), [0])).toBe("none");
  expect(partOf(waiting({ offered_by: 0 }), [0])).toBe("give"); // one's own offer is a yes
  expect(partOf(waiting({ offered_by: 0 }), [1])).toBe("choose");
  expect(partOf(waiting({ offered_by: 0, seats: [mika, person("Rin", { declined: true })] }), [1])).toBe(
    "declined",
  );
  expect(partOf(waiting({ damaged: true }), [0])).toBe("none");
});

test("a waiting room sends the words that got lost, but accepts no rematch by itself", async () => {
  for (const [offered_by, sent] of [
    [null, 1],
    [0, 1],
    [1, 0],
  ] as const) {
    const id = `wait${offered_by}`;
    answers.set(`POST /api/tables/${id}/words`, {});
    const session = await sitting(table({ id, started: false, offered_by }));
    asked.length = 0;
    new Readiness(() => session).follow();
    await settle();
    expect(asked.filter((each) => each.call.endsWith("/words"))).toHaveLength(sent);
    session.close();
  }
});

const OVER = { points: [1, 0], ranks: [1, 2], winners: [0], reason: "O9" };
const child = (more: Partial<TableInfo> = {}): TableInfo =>
  table({
    id: "t2",
    started: false,
    commitment: "c2",
    parent: "t1",
    offered_by: 1,
    seats: [person("Rin"), person("Mika")],
    ...more,
  });

async function ended(after: TableInfo): Promise<Session> {
  answers.set("GET /api/tables/t2", { table: after, mine: [1] });
  const session = await sitting();
  FakeSocket.last.tell(updates({ result: OVER, asked: null, choices: [] }));
  return session;
}
async function offered(): Promise<void> {
  FakeSocket.last.tell(updates({ result: OVER, asked: null, choices: [], table: table({ child: "t2" }) }));
  await settle();
}

test("somebody else's rematch is an offer, with what would change; names are those of the game that is over", async () => {
  const seats = [person("Mika 2"), person("Mika")];
  const session = await ended(child({ offered_by: 0, offered_from: 1, seats, options: { match: "series" } }));
  await offered();
  const { offer } = session;
  expect([offer.who, offer.open, offer.refused, offer.granted]).toEqual(["Rin", true, false, false]);
  expect(offer.changes).toEqual([{ label: "Match", value: "series", said: "first to three" }]);
});

test("to accept is to send words for the imprint of the other table", async () => {
  const session = await ended(child({ offered_by: 0 }));
  await offered();
  const { offer } = session;
  answers.set("POST /api/tables/t2/words", {});
  expect(await offer.accept()).toBe(true);
  expect(pledgeOf("t2")?.commitment).toBe("c2");
  answers.set("POST /api/tables/t2/words", refusal("not_kept", 503));
  expect([await offer.accept(), offer.problem, offer.busy]).toEqual([false, "not_kept", false]);
});

test("to decline needs no other page", async () => {
  const session = await ended(child({ offered_by: 0 }));
  await offered();
  const { offer } = session;
  answers.set("POST /api/tables/t2/decline", {
    table: child({ offered_by: 0, seats: [person("Rin"), person("Mika", { declined: true })] }),
    mine: [1],
  });
  expect(await offer.decline()).toBe(true);
  expect([offer.open, offer.refused]).toEqual([false, true]);
});

test("whoever asked goes there when it has come, even if the line was cut meanwhile", async () => {
  const session = await ended(child());
  session.offer.ask();
  expect([session.offer.asked, session.offer.granted]).toEqual([true, false]);
  FakeSocket.last.die();
  expect(session.offer.asked).toBe(false); // it may be asked for again
  vi.advanceTimersByTime(500);
  FakeSocket.last.onopen!();
  await offered();
  expect([session.offer.open, session.offer.granted]).toEqual([false, true]);
});

test("a page that did not ask goes nowhere by itself", async () => {
  const session = await ended(child());
  await offered();
  expect([session.offer.open, session.offer.granted]).toEqual([false, false]);
});

test("a wish that the house did not take may be made again", async () => {
  const session = await ended(child());
  session.offer.ask();
  FakeSocket.last.tell({ type: "declined", reason: "not_kept", sentence: "…" });
  await offered();
  expect([session.offer.asked, session.offer.granted]).toEqual([false, false]);
});

test("two who ask for the same at once have agreed; for different games they have not", async () => {
  for (const [options, agreed] of [
    [{}, true],
    [{ match: "series" }, false],
  ] as const) {
    const session = await ended(child({ offered_by: 0, options }));
    session.offer.ask();
    await offered();
    expect(session.offer.granted).toBe(agreed);
  }
  const session = await ended(child({ offered_by: 0 }));
  session.offer.ask({ options: { match: "series" } });
  await offered();
  expect(session.offer.granted).toBe(false);
});

test("changes between two tables in words of the game; what is as usual need not be named", () => {
  const before = table({ options: { match: "single", draw: false } });
  expect(changes([MATCH, DRAW], before, { ...before })).toEqual([]);
  expect(changes([MATCH, DRAW], before, table())).toEqual([]);
  expect(changes([MATCH, DRAW], before, table({ options: { draw: true } }))).toEqual([
    { label: "Draws", value: true, said: "" },
  ]);
  expect(optionsOf([MATCH, DRAW], table({ options: { draw: true } }))).toEqual({
    match: "single",
    draw: true,
  });
});

/** Two people at one screen, in a game that hides something. */
async function sharing(): Promise<Session> {
  games.all = [{ name: "okiya", secrets: true, options: [], levels: [] } as unknown as GameCard];
  const session = await sitting(table(), [0, 1]);
  FakeSocket.last.tell(updates({ seat: null, asked: 0, choices: [] }));
  return session;
}
const rows = (from: number, count: number): Partial<Updates> => ({
  from_seq: from,
  seq: from + count,
  frames: Array.from({ length: count }, (_, i) => ({
    seq: from + i + 1,
    line: { seq: from + i, seat: i % 2, move: { type: "Take" }, event: null, said: `row ${from + i}` },
  })),
});

test("a curtain stays until the house has told what is behind it", async () => {
  const session = await sharing();
  expect(session.curtain).toBe(0);
  session.lift(0);
  expect([session.curtain, session.seat]).toEqual([0, 0]);
  FakeSocket.last.tell(updates({ seat: 0, asked: 0 }));
  expect(session.curtain).toBeNull();
});

test("the curtain falls when the mover has seen what the move did", async () => {
  const session = await sharing();
  session.lift(0);
  FakeSocket.last.tell(updates({ seat: 0, asked: 0, ...rows(0, 2) }));
  const teller = { busy: true, held: false, rush: () => undefined };
  session.teller = teller;
  FakeSocket.last.tell(updates({ seat: 0, asked: 1, choices: [], ...rows(2, 1) }));
  expect(session.curtain).toBeNull();
  session.teller = { ...teller, busy: false };
  expect(session.curtain).toBe(1);
});

test("after the curtain each sees what the other did since, and only what is theirs", async () => {
  const session = await sharing();
  session.lift(0);
  FakeSocket.last.tell(updates({ seat: 0, asked: 0, ...rows(0, 2) }));
  FakeSocket.last.tell(updates({ seat: 0, asked: 1, choices: [], ...rows(2, 1) }));
  session.lift(1);
  expect([session.lines.length, FakeSocket.last.sent.at(-1)]).toEqual([
    0,
    expect.objectContaining({ type: "watch", seat: 1, seq: 0, pictures: true }),
  ]);
  FakeSocket.last.tell(updates({ seat: 1, asked: 1, ...rows(0, 3) }));
  FakeSocket.last.tell(updates({ seat: 1, asked: 0, choices: [], ...rows(3, 1) }));
  session.lift(0);
  expect([session.lines.length, session.myTurn, session.back]).toEqual([3, false, true]);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "watch", seat: 0, seq: 3, pictures: true });
  FakeSocket.last.tell(updates({ seat: 0, asked: 0, ...rows(3, 1) }));
  expect([session.lines.length, session.back, session.curtain]).toEqual([4, false, null]);
});

test("one person is called you; people at one screen have names", async () => {
  await speak("en");
  expect((await sitting()).called).toEqual(["You", "Rin"]);
  expect((await sharing()).called).toEqual(["Mika", "Rin"]);
});

test("a line that the browser knows to be cut is told at once, and tried when it is back", async () => {
  const session = await sitting();
  globalThis.dispatchEvent(new Event("offline"));
  expect(session.online).toBe(false);
  const before = FakeSocket.all.length;
  globalThis.dispatchEvent(new Event("online"));
  expect(FakeSocket.all.length).toBe(before + 1);
  session.close();
});

test("a rematch against bots of another level says so", async () => {
  await speak("en");
  const bots = (level: string): TableInfo =>
    table({ seats: [person("Mika"), person("", { kind: "bot", level })] });
  expect(changes([], bots("novice"), bots("master"))).toEqual([
    { label: "Level", value: "master", said: "master" },
  ]);
  expect(changes([], bots("novice"), bots("novice"))).toEqual([]);
});

test("another level for a rematch is part of the wish", async () => {
  const session = await sitting();
  session.offer.ask({ level: "master" });
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "rematch", seat: 0, level: "master" });
});

const MOOT = {
  choices: [0, 1].map((square) => ({
    move: { type: "Take", square },
    notation: `b${square}`,
    label: `b${square}`,
  })),
  moot: true,
  seq: 7,
  from_seq: 7,
};
const submitted = (): unknown[] => FakeSocket.last.sent.filter((each) => each.type === "submit");

test("a question whose answer changes nothing is answered at once, and nobody is asked", async () => {
  const session = await sitting();
  FakeSocket.last.tell(updates(MOOT));
  expect(submitted()).toEqual([{ type: "submit", seat: 0, seq: 7, move: { type: "Take", square: 0 } }]);
  expect(session.myTurn).toBe(false);
  FakeSocket.last.tell(updates({ seq: 8, from_seq: 8 }));
  expect([session.myTurn, submitted().length]).toEqual([true, 1]);
});

test("a player whose unasked answer was not taken is asked", async () => {
  const session = await sitting();
  FakeSocket.last.tell(updates(MOOT));
  FakeSocket.last.tell({ type: "declined", reason: "not_kept", sentence: "Nothing has happened." });
  expect([session.myTurn, session.sealing, submitted().length]).toEqual([true, false, 1]);
});

test.each([
  ["another's question", updates({ ...MOOT, asked: 1, choices: [] }), [0]],
  ["a spectator's", updates({ ...MOOT, seat: null }), []],
  ["a lesson's", updates({ ...MOOT, table: table({ lesson: "guests" }) }), [0]],
])("%s is not answered, whatever it changes", async (_whose, told, mine) => {
  await sitting(told.table, mine);
  FakeSocket.last.tell(told);
  expect(submitted()).toEqual([]);
});

test("a server that answers and serves no socket is in trouble; a line that is cut is not", async () => {
  const session = await sitting();
  answers.delete("GET /healthz");
  FakeSocket.last.onclose!({ code: 1006 });
  await vi.advanceTimersByTimeAsync(400);
  FakeSocket.last.onclose!({ code: 1006 });
  await settle();
  expect([session.online, session.trouble]).toEqual([false, false]);
  answers.set("GET /healthz", { alive: true });
  await vi.advanceTimersByTimeAsync(1300);
  FakeSocket.last.onclose!({ code: 1006 });
  await settle();
  expect([session.online, session.trouble]).toEqual([false, true]);
  FakeSocket.last.onclose = null;
  answers.delete("GET /healthz");
});

test("a server that says it cannot serve now is in trouble at once", async () => {
  const session = await sitting();
  FakeSocket.last.onclose!({ code: 1013 });
  expect([session.online, session.trouble]).toEqual([false, true]);
});

test("nobody is hurried between rounds by bots alone", async () => {
  const bot = person("Novice", { kind: "bot", level: "novice" });
  const alone = await sitting(table({ seats: [person("Mika"), bot] }));
  const together = await sitting(table({ id: "t2" }));
  const clock = { type: "live" as const, base: 60 };
  const timed = await sitting(table({ id: "t3", seats: [person("Mika"), bot], clock }));
  expect([alone, together, timed].map((each) => isOpen(each) && hurries(each))).toEqual([false, true, true]);
});

test("how long somebody has been away is what the house says, not for how long their seat was kept", async () => {
  await speak("en");
  const session = await sitting(table({ patience: 60 }));
  const told = { seat: 1, left: 0, agreed: [] };
  const [long, unknown] = awayOf([{ ...told, away: 299_000 }, told], 60, 1000);
  const said = (away: Away | undefined): string =>
    isOpen(session) && away ? absence(session, away, 1000) : "";
  expect(said(long)).toBe("Rin has been offline for 4 min.");
  expect(said(unknown)).toBe("Rin has been offline for 1 min.");
});
