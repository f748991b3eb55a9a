/** The story told at a pace the eye can follow: how many lines have been shown. */
import { tick } from "svelte";
import { moves } from "../../lib/settings.svelte";
import { play } from "../../lib/sound";
import type { Line, Tagged } from "../../lib/wire";
import { fly } from "./fly";

const TAKE = 560;
const SCORE = 2600;
const typeOf = (line: Line | undefined): string => (line?.move as Tagged | null)?.type ?? "";

export class Telling {
  shown = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lines: Line[] = [];

  /** New lines; the first `old` of them are no news. */
  follow(lines: Line[], old: number): void {
    this.lines = lines;
    const jump = this.shown > lines.length || this.shown < old;
    if (jump) this.shown = Math.min(Math.max(this.shown, old), lines.length);
    if (jump || this.timer === undefined) this.step();
  }

  /** No more waiting for what is shown now. */
  skip(): void {
    clearTimeout(this.timer);
    this.step();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private step(): void {
    this.stop();
    while (this.shown < this.lines.length) {
      const type = typeOf(this.lines[this.shown]);
      if (type === "Take") void this.take(this.lines[this.shown]!);
      else this.shown++;
      const wait = type === "Take" ? TAKE : type === "Score" ? SCORE : 0;
      if (wait) {
        const hurry = this.behind() > 3 ? 2 : 1;
        this.timer = setTimeout(() => this.step(), moves() || type === "Score" ? wait / hurry : 150);
        return;
      }
    }
  }

  private behind(): number {
    return this.lines.slice(this.shown).filter((line) => typeOf(line) === "Take").length;
  }

  private async take(line: Line): Promise<void> {
    const square = (line.move as Tagged).square as number;
    const depart = moves() ? fly(square) : null;
    this.shown++;
    play("tile");
    await tick();
    depart?.();
  }
}
