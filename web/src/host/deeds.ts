/** What hosts do to people and tables: what a deed asks for, and the call that does it. */
import { calls } from "./calls";
import { DAY, HOUR } from "./words";

export type Kind = "warn" | "mute" | "rename" | "sessions" | "ban" | "close" | "leave";

/** A deed, and whom or what it is about. */
export interface Wish {
  kind: Kind;
  who?: string;
  handle?: string;
  table?: string;
  /** The report that it answers. */
  report?: string;
}

export interface Given {
  why: string;
  seconds: number;
  name: string;
  /** New guests from the same network are refused, too. */
  address: boolean;
}

/** Deeds that need a reason, and those that may have one. */
const NEED_WHY: Kind[] = ["warn", "ban", "close"];
export const needsWhy = (kind: Kind): boolean => NEED_WHY.includes(kind);
export const takesWhy = (kind: Kind): boolean => kind !== "leave";

/** For how long, of those deeds that end. The usual length comes first in `usual`. */
export const LENGTHS: Partial<Record<Kind, number[]>> = {
  mute: [HOUR, DAY, 7 * DAY, 30 * DAY],
  ban: [DAY, 7 * DAY, 30 * DAY, 365 * DAY],
};
export const usual = (kind: Kind): number => LENGTHS[kind]?.[1] ?? DAY;

export function send(wish: Wish, { why, seconds, name, address }: Given): Promise<unknown> {
  const { handle = "", table = "", report = "" } = wish;
  const deed = { why: why.trim(), report };
  const deeds: Record<Kind, () => Promise<unknown>> = {
    warn: () => calls.warn(handle, deed),
    mute: () => calls.mute(handle, { ...deed, seconds }),
    rename: () => calls.rename(handle, { ...deed, name: name.trim() }),
    sessions: () => calls.endSessions(handle, deed),
    ban: () => calls.ban(handle, { ...deed, seconds, address }),
    close: () => calls.close(table, deed),
    leave: () => calls.leave(),
  };
  return deeds[wish.kind]();
}
