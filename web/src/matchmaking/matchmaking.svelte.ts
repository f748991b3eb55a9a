/** Where strangers meet: what goes on in the house, and this guest's place among those who want to play now.
    The place is kept by the house; on whatever page this browser is, it listens as long as it waits. */
import { untrack } from "svelte";
import { api } from "../api/rest";
import { guest } from "../user/user.svelte";
import { line } from "../api/shared-socket";
import { giveWords } from "../fairness/pledge";
import { router } from "../state/router.svelte";
import { settings } from "../state/settings.svelte";
import { play } from "../ui/sound";
import type { Challenge, Found, HouseMessage, OpenTable, Queue, Tonight, YourPlace } from "../api/wire";
import { t } from "../i18n/phrases.svelte";

const KEPT_AS = "hanamachi waits";

class Meeting {
  tonight = $state.raw<Tonight | null>(null);
  place = $state.raw<YourPlace | null>(null);
  /** When the place was told, by this browser's clock. */
  told = $state(0);
  problem = $state("");
  /** The server was called again and did not answer: what the page shows may be old. */
  silent = $state(false);
  private losses = 0;
  /** How many parts of the page show the lobby. */
  private shown = 0;
  private listens: (() => void) | null = null;
  private wish: Queue | null = null;

  get waits(): boolean {
    return Boolean(this.place?.game);
  }

  /** A part of a page shows the lobby; what is returned ends that. */
  show(): () => void {
    this.shown++;
    this.listen();
    return () => {
      this.shown--;
      this.rest();
    };
  }

  /** Another language, or the first socket of this page. */
  ask(): void {
    line.send({ type: "lobby", lang: settings.lang, tables: this.shown > 0 });
  }

  /** Whoever waited before the page was loaded anew waits still. */
  comeBack(): void {
    if (sessionStorage.getItem(KEPT_AS)) this.listen();
  }

  /** Somebody to play this with, now. */
  async seek(wish: Omit<Queue, "type">, name = ""): Promise<void> {
    this.problem = "";
    await guest.known(name);
    this.wish = { type: "queue", ...wish };
    this.listen();
    if (line.send(this.wish)) this.wish = null;
  }

  withBots(): void {
    line.send({ type: "withbots" });
  }

  stop(): void {
    this.wish = null;
    line.send({ type: "leavequeue" });
  }

  /** Sits down with whoever was found: the house gets our words, and the game begins when all have given theirs. */
  async confirm(): Promise<void> {
    const found = this.place?.found;
    if (!found) return;
    await giveWords(found.table, found.commitment);
    if (!this.backFrom(found)) router.go(`/t/${found.table}`);
  }

  /** Those who were found did not come: we wait in our old place. */
  private backFrom(found: Found): boolean {
    return this.waits && this.place?.found?.table !== found.table;
  }

  /** One tap: the first free seat of a public table, or the next if somebody was quicker. */
  async sit(table: OpenTable): Promise<void> {
    await guest.known("");
    let refused: unknown = null;
    for (const seat of table.free) {
      const card = await api.sit(table.id, { seat }).catch((error: unknown) => void (refused = error));
      if (!card) continue;
      // if they get lost, the waiting room sends them again
      await giveWords(card.table.id, card.table.commitment).catch(() => undefined);
      return router.go(`/t/${table.id}`);
    }
    throw refused;
  }

  async challenge(wish: Challenge): Promise<void> {
    const { id, commitment } = await api.challenge(wish);
    await giveWords(id, commitment).catch(() => undefined);
    router.go(`/t/${id}`);
  }

  private listen(): void {
    if (this.listens) return void this.ask();
    this.listens = line.join({
      opened: () => this.opened(),
      heard: (message) => this.hear(message),
      lost: () => (this.silent = ++this.losses > 2),
    });
  }

  /** Nobody looks at the lobby and nobody waits. */
  private rest(): void {
    if (this.shown || this.waits || this.wish) return;
    this.listens?.();
    this.listens = null;
  }

  private opened(): void {
    this.losses = 0;
    this.silent = false;
    this.ask();
    if (this.wish && line.send(this.wish)) this.wish = null;
  }

  private hear(message: HouseMessage): void {
    if (message.type === "tonight") this.tonight = message;
    else if (message.type === "yourplace") this.hearPlace(message);
    else if (message.type === "declined" && (this.waits || this.shown)) this.problem = message.sentence;
  }

  /** We were asked, and the time for it is up. */
  private isLate({ ready, left }: Found): boolean {
    return !ready && performance.now() - untrack(() => this.told) > left - 1000;
  }

  private hearPlace(place: YourPlace): void {
    const before = untrack(() => this.place);
    if (before?.found && !place.game && this.isLate(before.found)) this.problem = t("seek.late");
    this.place = place;
    this.told = performance.now();
    if (place.game) sessionStorage.setItem(KEPT_AS, place.game);
    else sessionStorage.removeItem(KEPT_AS);
    if (place.found && !before?.found) play("turn");
    const dead = before?.found && this.backFrom(before.found) ? before.found.table : "";
    if (dead && location.pathname === `/t/${dead}`) router.go("/lobby", true);
    this.rest();
  }
}

export const meeting = new Meeting();
