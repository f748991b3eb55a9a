/** The lesson: one garden, one line of play, and what the teacher says along it. Found and checked with the
    house's own solver: every move asked of the player wins, and the block on c3 is the only one that does.
    The phrases learn.okiya.* name these squares and tiles; script and phrases change together. */
export const LAYOUT = "01PZ7NHPJ";

/** Red begins. */
const LINE = ["b4", "b2", "c4", "a1", "d1", "d4", "c3", "a3", "b3"];
const squareOf = (name: string): number => "abcd".indexOf(name[0]!) + 4 * (Number(name[1]) - 1);

/** The square of the script after so many taken tiles. */
export const scripted = (taken: number): number | null => (LINE[taken] ? squareOf(LINE[taken]) : null);

export interface Step {
  key: string;
  /** How many tiles are gone when this step is told. */
  from: number;
  /** The player takes a tile; otherwise they read and go on. */
  take?: true;
  /** A tile against the rules is invited, so none is drawn as forbidden. */
  tries?: true;
  /** Squares that the teacher points at. */
  gold?: number[];
  /** The player is to find the tile that keeps black away from the golden squares. */
  seek?: true;
  /** The tile ends the round: nothing can be answered. */
  ends?: true;
}

export const STEPS: Step[] = [
  { key: "garden", from: 0 },
  { key: "open", from: 0, take: true, tries: true, gold: [squareOf("b4")] },
  { key: "geisha", from: 1 },
  { key: "answer", from: 2 },
  { key: "match", from: 2, take: true, tries: true, gold: [squareOf("c4")] },
  { key: "steer", from: 4, take: true, gold: [squareOf("b3"), squareOf("c3")], seek: true },
  { key: "block", from: 6, take: true, gold: [squareOf("c3")] },
  { key: "four", from: 8, take: true, gold: [squareOf("b3")], ends: true },
  { key: "won", from: 9 },
  { key: "matches", from: 9 },
];
