/** Where the lesson is. The table tells how many tiles are gone; the script tells what comes next. */
import { gardens, gardenOf, sharing, type Garden, type OkiyaView } from "../games/okiya/garden";
import { Telling } from "../games/okiya/telling.svelte";
import { moves } from "../lib/settings.svelte";
import { play } from "../lib/sound";
import type { Session } from "../table/session.svelte";
import { scripted, STEPS } from "./script";

const BLACK = 1;
const THINKING = 900;

export class Lesson {
  readonly session: Session;
  at = $state(0);
  /** The tile that the player looks at. */
  picked = $state<number | null>(null);
  readonly telling = new Telling();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.session = session;
  }

  step = $derived(STEPS[this.at]!);
  view = $derived.by(() => this.session.last!.view as OkiyaView);
  story = $derived.by(() => gardens(this.session.lines));
  garden: Garden = $derived(this.story[this.telling.shown - 1] ?? gardenOf(this.view));
  busy = $derived.by(() => this.telling.shown < this.session.lines.length);
  /** Black has yet to answer. */
  waiting = $derived(this.busy || this.garden.taken < this.step.from);
  /** A tile is asked of the player now. */
  asked = $derived.by(() => this.step.take === true && !this.waiting && this.session.last!.asked === 0);
  legal = $derived(this.asked ? this.view.legal : []);
  wanted = $derived(this.asked ? scripted(this.garden.taken) : null);
  chosen = $derived(
    this.asked && this.picked !== null && this.legal.includes(this.picked) ? this.picked : null,
  );
  right = $derived(this.chosen !== null && this.chosen === this.wanted);
  answers = $derived(
    this.chosen === null || (this.right && this.step.ends) ? [] : sharing(this.garden, this.chosen),
  );
  gold = $derived(
    this.waiting ? [] : (this.step.gold ?? (this.at === 0 && this.picked !== null ? [this.picked] : [])),
  );

  /** Called inside effects. */
  follow(): void {
    this.telling.follow(this.session.lines, this.session.jumped);
  }
  keepUp(): void {
    if (this.garden.taken <= this.step.from) return;
    this.at = STEPS.findIndex((step) => step.from >= this.garden.taken);
    this.picked = null;
  }
  answer(): void {
    clearTimeout(this.timer);
    const { last, online } = this.session;
    const square = scripted(this.garden.taken);
    const due = online && !this.busy && last?.asked === BLACK && this.garden.taken < this.step.from;
    if (!due || square === null) return;
    this.timer = setTimeout(() => this.take(BLACK, square), moves() ? THINKING : 200);
  }

  next(): void {
    this.picked = null;
    this.at++;
  }

  choose(square: number, byKey: boolean): void {
    this.session.declined = null;
    if (this.at === 0) this.picked = square;
    if (!this.asked || this.session.sealing) return;
    if (byKey && this.right && square === this.chosen) return this.seal();
    this.picked = this.picked === square ? null : square;
    // what is against the rules goes to the house: it knows the reason
    if (!this.legal.includes(square)) this.take(0, square);
  }

  seal(): void {
    if (!this.right || this.session.resting || this.session.sealing) return;
    play("seal");
    this.take(0, this.chosen!);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.telling.stop();
  }

  private take(seat: number, square: number): void {
    const { session } = this;
    session.sealing = session.send({
      type: "submit",
      seat,
      seq: session.last!.seq,
      move: { type: "Take", square },
    });
  }
}
