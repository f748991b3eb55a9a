/** The seats of a new table: this guest first, then the others. */
import type { LevelCard, SeatWish } from "./wire";
import { t } from "./words.svelte";

export interface Rival {
  kind: "friend" | "bot" | "shared";
  level: string;
}

export function wishes(rivals: Rival[], secret: boolean): SeatWish[] {
  const wish = (rival: Rival): SeatWish => {
    if (rival.kind === "bot") return { kind: "bot", level: rival.level };
    if (rival.kind === "shared") return { kind: "shared" };
    return { kind: secret ? "reserved" : "open" };
  };
  return [{ kind: "me" }, ...rivals.map(wish)];
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
