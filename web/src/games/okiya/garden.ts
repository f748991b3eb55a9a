/** The garden as the eye sees it. Squares go row by row from a1; a tile is plant * 4 + feature. */
import type { Line, Tagged } from "../../lib/wire";

export const PLANTS = ["maple", "cherry", "pine", "iris"] as const;
export const FEATURES = ["sun", "tanzaku", "bird", "rain"] as const;
export const TOKENS = ["token-red", "token-black"] as const;
export const plantOf = (tile: number): string => PLANTS[tile >> 2]!;
export const featureOf = (tile: number): string => FEATURES[tile & 3]!;
export const squareName = (square: number): string => "abcd"[square & 3]! + String((square >> 2) + 1);
export const has = (geishas: number, square: number): boolean => ((geishas >> square) & 1) === 1;
/** From the top left of the screen: a4 to d4, down to a1 to d1. */
export const ON_SCREEN = [3, 2, 1, 0].flatMap((row) => [0, 1, 2, 3].map((column) => row * 4 + column));

export interface Score {
  winner: number | null;
  rule: string;
  points: number;
}
export interface OkiyaView {
  options: { match: string; target: number };
  layout: number[];
  geishas: number[];
  last: number | null;
  legal: number[];
  rounds: Score[];
  wins: number[];
  points: number[];
}

/** The garden after some line of the story. */
export interface Garden {
  round: number;
  layout: number[];
  geishas: [number, number];
  last: number | null;
  taken: number;
  score: Score | null;
}

const EMPTY: Garden = { round: 0, layout: [], geishas: [0, 0], last: null, taken: 0, score: null };

function after(garden: Garden, line: Line): Garden {
  const move = line.move as Tagged | null;
  switch (move?.type) {
    case "Lay": {
      const fresh = garden.layout.length === 16 || garden.round === 0;
      const ground = fresh ? { ...EMPTY, round: garden.round + 1 } : garden;
      return { ...ground, layout: [...ground.layout, move.tile as number] };
    }
    case "Take": {
      const square = move.square as number;
      const geishas: [number, number] = [...garden.geishas];
      geishas[line.seat!] = geishas[line.seat!]! | (1 << square);
      return { ...garden, geishas, last: square, taken: garden.taken + 1 };
    }
    case "Score":
      return { ...garden, score: move as unknown as Score };
    default:
      return garden;
  }
}

/** The garden after each line. */
export function gardens(lines: Line[]): Garden[] {
  const story: Garden[] = [];
  for (const line of lines) story.push(after(story.at(-1) ?? EMPTY, line));
  return story;
}

export function gardenOf(view: OkiyaView): Garden {
  const [red = 0, black = 0] = view.geishas;
  const taken = ON_SCREEN.filter((square) => has(red | black, square)).length;
  return {
    round: view.rounds.length + 1,
    layout: view.layout,
    geishas: [red, black],
    last: view.last,
    taken,
    score: null,
  };
}

export const geishasLeft = (geishas: number): number =>
  8 - ON_SCREEN.filter((square) => has(geishas, square)).length;

/** Free tiles that share a sign with this one: what could be answered next. */
export function sharing(garden: Garden, square: number): number[] {
  const [tile, all] = [garden.layout[square]!, garden.geishas[0] | garden.geishas[1]];
  const alike = (other: number): boolean => tile >> 2 === other >> 2 || (tile & 3) === (other & 3);
  return ON_SCREEN.filter((each) => each !== square && !has(all, each) && alike(garden.layout[each]!));
}

const SHAPES = [
  [1, 2, 3],
  [4, 8, 12],
  [5, 10, 15],
  [3, 6, 9],
  [1, 4, 5],
];

/** The squares of a finished row or square, to be lit. The house says who won and by which rule. */
export function lit(garden: Garden): number[] {
  if (!garden.score || garden.score.winner === null || !["O7", "O8"].includes(garden.score.rule)) return [];
  const own = garden.geishas[garden.score.winner]!;
  const starts = [[0, 4, 8, 12], [0, 1, 2, 3], [0], [3], [0, 1, 2, 4, 5, 6, 8, 9, 10]];
  const fours = SHAPES.flatMap((shape, i) => starts[i]!.map((at) => [at, ...shape.map((step) => at + step)]));
  return [...new Set(fours.filter((four) => four.every((square) => has(own, square))).flat())];
}

const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The code of a layout, as the house writes it: its rank among all, in nine signs. */
export function layoutCode(layout: number[]): string {
  const left = Array.from({ length: 16 }, (_, tile) => tile);
  let rank = 0n;
  for (const tile of layout) {
    rank = rank * BigInt(left.length) + BigInt(left.indexOf(tile));
    left.splice(left.indexOf(tile), 1);
  }
  return Array.from({ length: 9 }, (_, place) => SIGNS[Number((rank >> BigInt(5 * (8 - place))) & 31n)]).join(
    "",
  );
}
