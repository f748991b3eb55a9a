/** The houses of the street: every `house.ts` in a game's folder. The first page needs no more of a game. */
import type { Lang } from "../i18n/lang";
import { PLAIN, type Look } from "../state/game-look";

/** What is written on the door. */
export interface Door {
  title: string;
  line: string;
  /** What newcomers are offered, if they are sent here. */
  now?: string;
  /** What each lesson is called. */
  lessons: Record<string, string>;
}

export interface House {
  /** Where it stands, from the left. */
  place: number;
  /** Newcomers are sent here. */
  first?: boolean;
  look: Omit<Look, "facade">;
  /** Its drawing, in colours of the street. */
  facade: string;
  door: Record<Lang, Door>;
}

export interface Named extends House {
  look: Look;
  /** The game's name in the registry, which is that of the folder. */
  name: string;
}

const found = import.meta.glob<House>("./*/house.ts", { eager: true, import: "default" });
const nameIn = (path: string): string => path.split("/").at(-2) ?? "";

export const STREET: Named[] = Object.entries(found)
  .map(([path, house]) => ({ ...house, look: { ...house.look, facade: house.facade }, name: nameIn(path) }))
  .sort((a, b) => a.place - b.place);

export const houseOf = (game: string): Named | undefined => STREET.find((house) => house.name === game);
export const lookOf = (game: string): Look => houseOf(game)?.look ?? PLAIN;

/** Games in the order of the street; those from elsewhere come last. */
export const inOrder = (games: string[]): string[] => [
  ...STREET.map((house) => house.name).filter((name) => games.includes(name)),
  ...games.filter((name) => !houseOf(name)),
];

/** The game for newcomers. */
export const FIRST = (STREET.find((house) => house.first) ?? STREET[0])?.name ?? "";
