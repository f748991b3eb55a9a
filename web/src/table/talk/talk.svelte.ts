/** The talk of one table: what is heard of it, what of that is new, and what this person says, mutes and reports. */
import { api } from "../../api/rest";
import { asError } from "../../api/problem";
import { t } from "../../i18n/phrases.svelte";
import { settings } from "../../state/settings.svelte";
import { Drawer } from "../../state/storage/local-store";
import type { ClientMessage, MutedAuthor, Spoken, Talk as Told, TalkDone } from "../../api/wire";

/** When the newest line was said that somebody has seen here, by table. */
const seen = new Drawer<number>("hanamachi talk seen");

export const keyOf = (line: Spoken): string => `${line.side} ${line.number} ${line.at}`;

/** What a line says, in the language spoken. */
export const saidIn = (line: Spoken): string =>
  line.phrase ? t(`talk.phrase.${line.phrase}`) : (line.text ?? "");

/** What a message to the house was about. */
interface Asked {
  about: "say" | "mute" | "report";
  done: () => void;
}

type Unnumbered<Message> = Message extends { id: number } ? Omit<Message, "id"> : never;
type Wish = Unnumbered<Extract<ClientMessage, { type: "say" | "mute" | "report" }>>;

export class Talk {
  muted = $state.raw<MutedAuthor[]>([]);
  draft = $state("");
  /** Why the last wish was not done. */
  problem = $state("");
  /** What was done, where that is not to be seen. */
  done = $state("");
  /** What others said last, to be read aloud. */
  news = $state.raw<Spoken[]>([]);
  private all = $state.raw<Spoken[]>([]);
  private last = $state(0);
  private asked = $state.raw(new Map<number, Asked>());
  private id = 0;

  constructor(
    private readonly table: string,
    private readonly send: (message: ClientMessage) => boolean,
    /** It is a bad moment to be talked to. */
    private readonly hurried: () => boolean,
  ) {
    this.last = seen.of(table) ?? 0;
  }

  /** What this person wants to hear. */
  lines = $derived(
    this.all.filter((line) => settings.talk === "all" || (settings.talk === "phrases" && line.phrase)),
  );
  unread = $derived(this.lines.filter((line) => !line.mine && line.at > this.last).length);
  /** A wish is on its way. */
  busy = $derived(this.asked.size > 0);

  /** All that is there has been seen. */
  see(): void {
    const newest = this.all.reduce((at, line) => Math.max(at, line.at), 0);
    if (newest <= this.last) return;
    this.last = newest;
    seen.keep(this.table, newest);
  }

  hear(told: Told): void {
    const known = new Set(this.all.map(keyOf));
    const fresh = told.lines.filter((line) => !known.has(keyOf(line)));
    const first = !this.all.length && told.anew;
    this.all = told.anew ? told.lines : [...this.all, ...told.lines];
    this.muted = told.muted;
    const wanted = new Set(this.lines.map(keyOf));
    const others = fresh.filter((line) => !line.mine && wanted.has(keyOf(line)));
    if (others.length && !first && !this.hurried()) this.news = others;
  }

  answer({ id, reason, sentence }: TalkDone): void {
    const asked = this.asked.get(id);
    this.asked = new Map([...this.asked].filter(([each]) => each !== id));
    if (reason) this.problem = sentence ?? "";
    else asked?.done();
  }

  /** The line is cut: what was on its way may be lost. */
  lose(): void {
    if (this.busy) this.problem = t("talk.unsent");
    this.asked = new Map();
  }

  say(phrase: string): void {
    this.wish({ type: "say", phrase, text: "" }, () => undefined);
  }

  type(): void {
    const text = this.draft.trim();
    if (!text) return;
    this.wish({ type: "say", text }, () => {
      if (this.draft.trim() === text) this.draft = "";
    });
  }

  mute({ side, number, name }: Spoken): void {
    this.wish({ type: "mute", side, number }, () => (this.done = t("talk.muted", { who: name })));
  }

  report({ side, number, name }: Spoken): void {
    this.wish({ type: "report", side, number }, () => (this.done = t("talk.reported", { who: name })));
  }

  async unmute({ id, name }: MutedAuthor): Promise<void> {
    this.problem = "";
    try {
      await api.unmute(id);
      this.done = t("talk.unmuted", { who: name });
    } catch (error) {
      this.problem = asError(error).message;
    }
  }

  private wish(wish: Wish, done: () => void): void {
    if (this.busy) return;
    this.problem = this.done = "";
    const id = ++this.id;
    if (this.send({ ...wish, id })) this.asked = new Map([[id, { about: wish.type, done }]]);
    else this.problem = t("talk.unsent");
  }
}
