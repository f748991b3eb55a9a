/** The story told at a pace the eye can follow: a geisha walks from teahouse to teahouse, then comes the
    lantern, then the guests. */
import { moves } from "../../lib/settings.svelte";
import { play } from "../../lib/sound";
import type { Board } from "./board";
import { put } from "./board";
import { colourOf } from "./pieces";
import type { Tale } from "./story";

const STEP = 220;
const LANTERN = 620;
const TOKENS = 420;
const STILL = 150;
const WAITS: Record<string, number> = {
  Lay: 320,
  Hide: 320,
  Pair: 260,
  Left: 260,
  Right: 260,
  Remove: 520,
  Replace: 520,
  Choose: 800,
  TurnUp: 900,
  ShowLeft: 800,
  Take: TOKENS,
};

interface Scene {
  board: Board;
  wait: number;
  sound?: "tile" | "pluck";
}

/** A journey, scene by scene. */
function scenes({ before, board, trip }: Tale): Scene[] {
  const colour = colourOf(trip!.card);
  const lying = { ...before, offer: null, taken: board.taken, sides: board.sides };
  const walk: Scene[] = trip!.path.map((teahouse) => ({
    board: { ...lying, pawns: put(before.pawns, colour, teahouse) },
    wait: STEP,
    sound: "tile",
  }));
  const there = walk.at(-1)!.board;
  const lit = { ...there, upper: board.upper, lower: board.lower, tiles: board.tiles };
  const end: Scene[] = [];
  if (trip!.home) end.push({ board: lit, wait: LANTERN, sound: "pluck" });
  if (trip!.took) end.push({ board, wait: TOKENS });
  return [{ board: lying, wait: STEP }, ...walk, ...end, { board, wait: STEP }];
}

export class Telling {
  /** How many tales are told. */
  shown = $state(0);
  /** The table in the middle of the next one. */
  midway = $state.raw<Board | null>(null);
  /** A round's score is read before the next begins. */
  held = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tales: Tale[] = [];

  /** New tales; the first `old` of them are no news. */
  follow(tales: Tale[], old: number): void {
    this.tales = tales;
    const jump = this.shown > tales.length || this.shown < old;
    if (jump) this.jump(Math.min(Math.max(this.shown, old), tales.length));
    if (jump || (this.timer === undefined && !this.held)) this.step();
  }

  /** On with the next round. */
  goOn(): void {
    this.held = false;
    this.step();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Straight to the present; but who comes between two rounds reads the score. */
  private jump(to: number): void {
    const score = this.tales.slice(0, to).findLastIndex((tale) => tale.move.type === "Score");
    const after = this.tales.slice(score + 1, to);
    this.held = score >= 0 && after.length > 0 && !after.some((tale) => (tale.line.seat ?? -1) >= 0);
    this.shown = this.held ? score + 1 : to;
    this.midway = null;
  }

  private step(): void {
    this.stop();
    while (!this.held && this.shown < this.tales.length) {
      const tale = this.tales[this.shown]!;
      if (tale.trip) return this.walk(scenes(tale));
      this.shown++;
      const last = this.shown === this.tales.length;
      if (tale.move.type === "Score" && !last) {
        this.held = true;
        play("round");
      } else if (WAITS[tale.move.type] && !last) {
        play("tile");
        return this.later(WAITS[tale.move.type]!, () => this.step());
      }
    }
  }

  private walk([scene, ...rest]: Scene[]): void {
    if (!scene || !moves()) {
      this.midway = null;
      this.shown++;
      return scene ? this.later(STILL, () => this.step()) : this.step();
    }
    this.midway = scene.board;
    if (scene.sound) play(scene.sound);
    this.later(scene.wait, () => this.walk(rest));
  }

  private later(ms: number, then: () => void): void {
    const behind = this.tales.slice(this.shown).filter((tale) => tale.trip).length;
    this.timer = setTimeout(then, (moves() ? ms : Math.min(ms, STILL)) / (behind > 3 ? 2 : 1));
  }
}
