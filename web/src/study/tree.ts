/** A study's tree as rows: the game that is studied stands to the left, other moves below the one they replace. */
import type { StudyMoment, StudyWorld } from "../api/wire";
import { t } from "../i18n/phrases.svelte";
import { apart } from "../table/log/rows";

export interface TreeRow {
  id: number;
  /** How far to the right: 0 is the trunk. */
  level: number;
  /** Of the first row of a branch. */
  letter: string;
  /** Which move of a player. */
  n: number;
  who: string;
  text: string;
  name: string;
  note: string;
  world: StudyMoment["world"];
  /** Chance did it. */
  chance: boolean;
  /** The row that this one branches off below, or follows. */
  above: number;
}

const LETTERS = 26;
/** A, B, … Z, AA, AB, … */
export function letterOf(n: number): string {
  const last = String.fromCharCode(65 + (n % LETTERS));
  return n < LETTERS ? last : letterOf(Math.floor(n / LETTERS) - 1) + last;
}

/** What follows each moment, the trunk's first. */
export function followers(moments: StudyMoment[]): Map<number, StudyMoment[]> {
  const found = new Map<number, StudyMoment[]>();
  for (const moment of moments) {
    const after = found.get(moment.parent) ?? [];
    after.push(moment);
    found.set(moment.parent, after);
  }
  return found;
}

/** What is yet to come: what follows a moment, after its own row if that is not there yet. */
interface Due {
  id: number;
  level: number;
  row: TreeRow | null;
}

/** Moments in the order of the page: a move, what could be instead of it, and then what follows it. */
export function rowsOf(moments: StudyMoment[], names: string[]): TreeRow[] {
  const [start] = moments;
  if (!start) return [];
  const after = followers(moments);
  const [letters, numbers] = [lettersOf(moments, after), numbersOf(moments)];
  const row = (moment: StudyMoment, level: number): TreeRow =>
    rowOf(moment, level, letters.get(moment.id) ?? "", numbers.get(moment.id) ?? 0, names);
  const rows = start.name || start.note ? [row(start, 0)] : [];
  const due: Due[] = [{ id: start.id, level: 0, row: null }];
  for (let here = due.pop(); here; here = due.pop()) {
    const { level } = here;
    if (here.row) rows.push(here.row);
    const all = after.get(here.id) ?? [];
    const [main, ...others] = all[0]?.world ? [null, ...all] : [all[0] ?? null, ...all.slice(1)];
    if (main) {
      rows.push(row(main, level));
      due.push({ id: main.id, level, row: null });
    }
    for (const other of others.toReversed())
      due.push({ id: other.id, level: level + 1, row: row(other, level + 1) });
  }
  return rows.filter((each) => isTold(each, letters));
}

/** Chance has a row where it was chosen otherwise, or where something is written. */
const isTold = (row: TreeRow, letters: Map<number, string>): boolean =>
  Boolean(row.text || row.world || row.name || row.note) &&
  (!row.chance || letters.has(row.id) || Boolean(row.name || row.note));

/** The letters of branches, in the order in which they were made. */
export function lettersOf(moments: StudyMoment[], after = followers(moments)): Map<number, string> {
  const begins = moments.filter(
    ({ id, parent, trunk, world }) => !trunk && (world || after.get(parent)?.[0]?.id !== id),
  );
  return new Map(begins.map(({ id }, i) => [id, letterOf(i)]));
}

/** How many moves players have made up to a moment. A parent stands before its children. */
export function numbersOf(moments: StudyMoment[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { id, parent, line } of moments)
    found.set(id, (found.get(parent) ?? 0) + Number((line?.seat ?? -1) >= 0));
  return found;
}

function rowOf(moment: StudyMoment, level: number, letter: string, n: number, names: string[]): TreeRow {
  const { line = null } = moment;
  const seat = line?.seat ?? -1;
  const said = line?.decided || line?.said || "";
  return {
    id: moment.id,
    level,
    letter,
    n,
    ...{ who: "", ...apart(said, seat >= 0 ? (names[seat] ?? "") : "") },
    name: moment.name ?? "",
    note: moment.note ?? "",
    world: moment.world ?? null,
    chance: seat < 0 && line !== null,
    above: moment.parent,
  };
}

/** The letter of the branch in which a moment lies: "" for the game itself. */
export function branchOf(moments: StudyMoment[], at: number): string {
  const letters = lettersOf(moments);
  const byId = new Map(moments.map((moment) => [moment.id, moment]));
  for (let here = byId.get(at); here && !here.trunk; here = byId.get(here.parent)) {
    const letter = letters.get(here.id);
    if (letter) return letter;
  }
  return "";
}

/** The row that stands for a moment: that of the last move that led to it. */
export function rowAt(rows: TreeRow[], line: number[], place: number): TreeRow | undefined {
  const before = new Map(line.slice(0, place + 1).map((moment, i) => [moment, i]));
  return rows.reduce<TreeRow | undefined>(
    (best, row) => ((before.get(row.id) ?? -1) > (best ? (before.get(best.id) ?? -1) : -1) ? row : best),
    undefined,
  );
}

/** Where a move led: past what chance did then. */
export function settled(moments: StudyMoment[], rows: TreeRow[], at: number): number {
  const after = followers(moments);
  const told = new Set(rows.map(({ id }) => id));
  for (let next = after.get(at)?.[0]; next; next = after.get(at)?.[0]) {
    if (next.world || (next.line?.seat ?? -1) >= 0 || told.has(next.id)) break;
    at = next.id;
  }
  return at;
}

/** What lies otherwise at a moment: the last change on the way to it. */
export function worldAt(moments: StudyMoment[], at: number): StudyWorld | null {
  const byId = new Map(moments.map((moment) => [moment.id, moment]));
  for (let here = byId.get(at); here; here = byId.get(here.parent)) if (here.world) return here.world;
  return null;
}

/** "Rin · Hand: fan" */
export function changeOf({ of = null, place = "", card = "" }: StudyWorld, names: string[]): string {
  const who = of === null ? "" : `${names[of] ?? ""} · `;
  return t("study.world", { place: `${who}${place}`, card });
}
