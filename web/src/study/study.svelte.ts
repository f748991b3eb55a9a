/** A study that is open: its tree, the branch that is shown, and what judges and bots said of it. */
import { asError } from "../api/problem";
import { Problem } from "../api/rest";
import { studies } from "../api/studies";
import type {
  Advice,
  StudyAnswer,
  StudyChoices,
  StudyEdit,
  StudyPath,
  StudyTree,
  Weighed,
} from "../api/wire";

const STALE = "stale_study";
/** Changes after which the same moment is shown. */
const WRITTEN = new Set<StudyEdit["kind"]>(["name", "note", "title", "share", "picture"]);
type Wish = Omit<StudyEdit, "revision" | "eyes">;

export class Study {
  tree = $state.raw<StudyTree | null>(null);
  path = $state.raw<StudyPath | null>(null);
  choices = $state.raw<StudyChoices | null>(null);
  /** The moment that is shown, and through whose eyes. */
  at = $state(0);
  eyes = $state("open");
  /** By moment and eyes: what a judge said. */
  private said = $state.raw<ReadonlyMap<string, Advice>>(new Map());
  thinking = $state(0);
  answer = $state.raw<(StudyAnswer & { at: number }) | null>(null);
  /** Why the study cannot be shown at all. */
  missing = $state.raw<Error | null>(null);
  problem = $state("");
  busy = $state(false);
  /** Moments that were made in this window, the last one last. */
  made = $state.raw<number[]>([]);

  constructor(readonly id: string) {}

  get place(): number {
    return Math.max(this.path?.moments.indexOf(this.at) ?? 0, 0);
  }

  get advice(): Advice | null {
    return this.adviceAt(this.at);
  }

  adviceAt(at: number): Advice | null {
    return this.said.get(`${at} ${this.eyes}`) ?? null;
  }

  /** What a judge says of the move that led to a moment. */
  worthOf(at: number): (Weighed & { seat: number }) | null {
    const moment = this.tree?.moments.find(({ id }) => id === at);
    const advice = moment && this.adviceAt(moment.parent);
    const move = JSON.stringify(moment?.line?.move ?? null);
    const found = advice && this.weighed.get(`${moment.parent} ${this.eyes} ${move}`);
    return found ? { ...found, seat: advice.seat } : null;
  }
  /** By moment, eyes and move. */
  private readonly weighed = new Map<string, Weighed>();

  /** The moment and the eyes of the choices: they come a little later than the moment. */
  private choosing = "";
  /** Counts what was asked for: an answer that comes late is not shown any more. */
  private turn = 0;

  /** Show a moment through some eyes. What is known already is not fetched again. */
  async show(at: number, eyes: string): Promise<void> {
    const turn = ++this.turn;
    try {
      const anew = eyes !== this.eyes || !this.tree;
      const [tree, path] = await Promise.all([
        anew ? studies.tree(this.id, eyes) : this.tree,
        anew || !this.path?.moments.includes(at) ? studies.path(this.id, eyes, at) : this.path,
      ]);
      if (turn !== this.turn) return;
      Object.assign(this, { tree: anew ? tree : this.tree, path, eyes, at });
      this.missing = null;
      await this.look();
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  private async look(): Promise<void> {
    const { at, eyes } = this;
    const choices = await studies.choices(this.id, eyes, at);
    if (at === this.at && eyes === this.eyes) [this.choices, this.choosing] = [choices, `${at} ${eyes}`];
  }

  /** Read all anew: somebody changed it, or another language is spoken. */
  async again(at = this.at): Promise<void> {
    await this.read(at, at !== this.at);
    await this.look();
  }

  /** `goes`: this moment is shown now, whatever was asked for meanwhile. */
  private async read(at: number, goes: boolean): Promise<void> {
    const { eyes } = this;
    const [tree, path] = await Promise.all([studies.tree(this.id, eyes), studies.path(this.id, eyes, at)]);
    if (eyes !== this.eyes) return; // whoever looks through other eyes has read all since
    this.tree = tree;
    if (goes) ++this.turn;
    if (goes || at === this.at) Object.assign(this, { path, at });
  }

  /** Change the study; tells where it leads, or null if it was refused. Whoever asked goes there at once, so that
   * the address is right before the choices are known. */
  async edit(wish: Wish): Promise<number | null> {
    if (!this.tree || this.busy) return null;
    this.busy = true;
    this.problem = "";
    const { revision } = this.tree;
    try {
      const { at } = await studies.edit(this.id, { at: this.at, ...wish, revision, eyes: this.eyes });
      const known = new Set(this.tree.moments.map(({ id }) => id));
      if (!known.has(at)) this.made = [...this.made, at];
      const goes = !WRITTEN.has(wish.kind);
      await this.read(goes ? at : this.at, goes);
      return at;
    } catch (error) {
      this.problem = asError(error).message;
      if (error instanceof Problem && error.reason === STALE) await this.again().catch(() => undefined);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Take the last branch of this window away. */
  async undo(): Promise<number | null> {
    const last = this.made.at(-1);
    if (last === undefined || this.busy) return null;
    const at = await this.edit({ kind: "delete", at: last });
    if (at !== null) this.made = this.made.filter((each) => each !== last);
    return at;
  }

  /** Ask the judge about a moment, by default the one that is shown. */
  async judge(at = this.at): Promise<Advice | null> {
    const { eyes } = this;
    const known = this.adviceAt(at);
    if (known) return known;
    this.thinking++;
    try {
      const advice = await studies.advice(this.id, eyes, at);
      await this.keep(at, eyes, advice);
      return advice;
    } catch (error) {
      this.problem = asError(error).message;
      return null;
    } finally {
      this.thinking--;
    }
  }

  /** Note what each move is worth, by the move itself: notations are those of the choices. */
  private async keep(at: number, eyes: string, advice: Advice): Promise<void> {
    const here = this.choosing === `${at} ${eyes}` ? this.choices : await studies.choices(this.id, eyes, at);
    const moves = new Map(here?.choices.map(({ notation, move }) => [notation, JSON.stringify(move)]));
    for (const each of advice.moves) this.weighed.set(`${at} ${eyes} ${moves.get(each.notation)}`, each);
    this.said = new Map([...this.said, [`${at} ${eyes}`, advice]]);
  }

  async ask(level: string): Promise<void> {
    const { at, eyes } = this;
    this.problem = "";
    this.thinking++;
    try {
      this.answer = { ...(await studies.ask(this.id, { at, level, eyes })), at };
    } catch (error) {
      this.problem = asError(error).message;
    }
    this.thinking--;
  }

  private fail(error: unknown): void {
    if (this.tree) this.problem = asError(error).message;
    else this.missing = asError(error);
  }
}
