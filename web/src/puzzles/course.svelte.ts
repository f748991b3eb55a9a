/** A puzzle at its game's own table: asked, answered once, and tried again as often as one likes. */
import type { Snippet } from "svelte";
import { asError, sentenceOf } from "../api/problem";
import { puzzles } from "../api/puzzles";
import { Problem } from "../api/rest";
import { studies } from "../api/studies";
import type { Advice, Choice, PuzzleCard, PuzzleVerdict, Tagged } from "../api/wire";
import { t } from "../i18n/phrases.svelte";
import { same } from "../learn/course.svelte";
import { router } from "../state/router.svelte";
import type { Around, Said, Teacher } from "../table/session/teacher";
import { guest } from "../user/user.svelte";
import { puzzlePath } from "./paths";
import { PuzzleSession } from "./session";
import { adviceOf, verdictOn } from "./worth";

export class PuzzleCourse implements Teacher {
  readonly session: PuzzleSession;
  /** What the house told after the first answer. */
  told = $state.raw<PuzzleVerdict | null>(null);
  /** What is thought of the answer that was given now; "" while one is awaited. */
  verdict = $state("");
  /** The answer itself; null if it was only shown. */
  place = $state<number | null>(null);
  /** Choices that a hint has ruled out. */
  ruledOut = $state.raw<number[]>([]);
  /** This is not the first answer: it counts for nothing. */
  repeated = $state(false);
  problem = $state("");
  busy = $state(false);
  readonly due: Tagged[] = [];
  readonly tries = false;

  constructor(
    readonly card: PuzzleCard,
    readonly theme: string,
    readonly words: Snippet<[Said]>,
    readonly around: Around,
  ) {
    this.session = new PuzzleSession(card, guest.name, (move) => void this.answer(move));
    this.session.teacher = this;
    if (card.answered) this.close(card.answered, card.answered.place);
  }

  get at(): number {
    return this.verdict ? 1 : 0;
  }
  get reading(): boolean {
    return this.verdict !== "";
  }
  advice: Advice | null = $derived.by(() =>
    this.told && this.verdict ? adviceOf(this.card, this.told) : null,
  );

  weigh(): { right: boolean; said: string } {
    return { right: true, said: "" };
  }
  allows(_choice: Choice): boolean {
    return !this.reading;
  }
  stray(): void {}

  /** Again, from the question on. */
  again(): void {
    this.verdict = this.problem = "";
    this.place = null;
    this.repeated = true;
    this.session.ask(true);
  }

  async answer(move: unknown): Promise<void> {
    this.problem = "";
    const place = this.card.choices.findIndex((choice) => same(choice.move, move));
    if (this.told && place >= 0) return this.judge(this.told, place);
    try {
      await known();
      this.close(await puzzles.answer(this.card.id, move), place);
    } catch (error) {
      await this.refuse(error);
    }
  }

  async show(): Promise<void> {
    await this.ask(async () => {
      if (!this.told) await known();
      const told = this.told ?? (await puzzles.show(this.card.id));
      this.close(told, null, "shown");
    });
  }

  async hint(): Promise<void> {
    await this.ask(async () => {
      await known();
      this.ruledOut = (await puzzles.hint(this.card.id)).wrong;
    });
  }

  async next(): Promise<void> {
    await this.ask(async () => {
      const { id } = await puzzles.next(this.card.game, this.theme);
      router.go(puzzlePath(this.card.game, id, this.theme));
    });
  }

  /** A board of one's own, at this position and through these eyes. */
  async study(): Promise<void> {
    await this.ask(async () => {
      await guest.known("");
      const { id, at } = await studies.begin({ puzzle: this.card.id });
      router.go(`/study/${id}/${at}?eyes=${this.card.seat}`);
    });
  }

  private async ask(deed: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    await deed().catch((error: unknown) => this.refuse(error));
    this.busy = false;
  }

  private close(told: PuzzleVerdict, place: number | null, verdict = told.verdict): void {
    this.told = told;
    this.end(place, verdict);
  }
  private judge(told: PuzzleVerdict, place: number): void {
    this.repeated = true;
    this.end(place, verdictOn(this.card.kind, told, place));
  }
  private end(place: number | null, verdict: string): void {
    this.place = place;
    this.verdict = verdict;
    this.session.ask(false);
  }

  /** A move against the rules is told at the table; what went wrong otherwise, where the verdict would stand.
      Whoever has answered in another window sees what came of it. */
  private async refuse(error: unknown): Promise<void> {
    const reason = error instanceof Problem ? error.reason : "";
    if (reason === "puzzle_answered") return this.recall(sentenceOf(error));
    const said = error instanceof Problem ? error.message : t("puzzle.offline");
    if (error instanceof Problem && error.status < 500) this.session.refuse(reason, said);
    else this.session.sealing = false;
    this.problem = said;
  }

  private async recall(said: string): Promise<void> {
    const card = await puzzles.one(this.card.id).catch(asError);
    if (!(card instanceof Error) && card.answered) this.close(card.answered, card.answered.place);
    this.session.sealing = false;
    this.problem = said;
  }
}

/** An answer is kept with a name; where no new guests may come in, it is judged and not kept. */
const known = async (): Promise<void> => void (await guest.known("").catch(() => undefined));
