/** The seats of a new table: this guest first, then the others. */
import type { LevelCard, SeatWish } from "../api/wire";
import { t } from "../i18n/phrases.svelte";

export interface Rival {
  kind: "friend" | "anyone" | "bot" | "shared";
  level: string;
  /** Of who shares the screen, if it was given. */
  name: string;
}

/** Where anybody may sit down, a friend's seat is kept for whoever has the link. */
export function wishes(rivals: Rival[], secret: boolean): SeatWish[] {
  const kept = secret || rivals.some(({ kind }) => kind === "anyone");
  const wish = ({ kind, level, name }: Rival, i: number): SeatWish => {
    if (kind === "bot") return { kind, level };
    if (kind === "shared") return { kind, name: name.trim() || t("new.player", { seat: i + 2 }) };
    return { kind: kind === "friend" && kept ? "reserved" : "open" };
  };
  return [{ kind: "me" }, ...rivals.map(wish)];
}

/** What each seat is called before anybody sits there. */
export function seatNames(rivals: Rival[]): string[] {
  const called = rivals.map(({ kind, name }, i) => {
    const several = rivals.length > 1 ? ` (${t("wait.seat", { seat: i + 2 })})` : "";
    if (kind === "shared") return name.trim() || t("new.with.shared") + several;
    return t(`new.${kind}`) + several;
  });
  return [t("you"), ...called];
}

export function summary(rivals: Rival[], levels: LevelCard[]): string {
  const label = (level: string): string => levels.find((each) => each.name === level)?.label ?? level;
  const kinds = rivals.map((rival) =>
    rival.kind === "bot" ? t("new.with.bot", { level: label(rival.level) }) : t(`new.with.${rival.kind}`),
  );
  const counted = [...new Set(kinds)].map((kind) => {
    const n = kinds.filter((each) => each === kind).length;
    return n > 1 ? `${n} × ${kind}` : kind;
  });
  return t("new.with", { who: counted.join(", ") });
}
