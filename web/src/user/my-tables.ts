/** This guest's tables as they are told, one message after the other. */
import type { MyTable } from "../api/wire";

/** What was known, with what is told now: a table in its place, a new one first, those that are gone no more. */
export function merged(known: MyTable[], told: MyTable[], gone: string[] = []): MyTable[] {
  const now = new Map(told.map((table) => [table.id, table]));
  const fresh = told.filter(({ id }) => !known.some((table) => table.id === id));
  const left = known.filter(({ id }) => !gone.includes(id));
  return [...fresh, ...left.map((table) => now.get(table.id) ?? table)];
}

/** It waits for this guest. */
export const waits = (table: MyTable): boolean => table.yours && !table.over && !table.damaged;

/** It is under way, and somebody else is asked. */
export const goesOn = (table: MyTable): boolean =>
  table.started && !table.yours && !table.over && !table.damaged;

/** The next one that waits, after the table one is at: whichever has waited longest. */
export function nextWaiting(tables: MyTable[], here = ""): MyTable | null {
  const others = tables.filter((table) => waits(table) && table.id !== here);
  return others.sort((one, other) => (one.moved ?? 0) - (other.moved ?? 0))[0] ?? null;
}

/** Who sits across; where this guest holds every seat, everybody. Free seats have no name. */
export function rivals({ names, mine = [] }: MyTable): string[] {
  const others = names.filter((name, seat) => name && !mine.includes(seat));
  return others.length ? others : names.filter(Boolean);
}
