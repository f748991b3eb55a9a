/** A new table while its host thinks about it. */
import type { Clock } from "../state/time-control";
import { changed, choiceOf, type Values, valueOf } from "../state/options";
import { router } from "../state/router.svelte";
import type { Hears } from "../state/settings.svelte";
import { type Rival, seatNames, wishes } from "./seating";
import type { Challenge, Companion, GameCard, TableWish } from "../api/wire";

export class Planning {
  rivals = $state<Rival[]>([]);
  options = $state<Values>({});
  spectators = $state(true);
  /** What who looks on may see. */
  watching = $state("public");
  /** What may be said. */
  talk = $state<Hears>("phrases");
  takebacks = $state(true);
  rated = $state(false);
  unhurried = $state(true);
  /** Only whoever has the secret link may sit down. */
  secret = $state(false);
  layout = $state(router.params.get("layout") ?? "");
  words = $state("");
  /** Seconds of a window, and for which the seat of who is away is kept. */
  window = $state(4);
  patience = $state(60);
  standIn = $state("");
  clock = $state.raw<Clock | null>(null);
  /** Who is challenged: bots take the other seats. */
  companion = $state.raw<Companion | null>(null);
  private wantsHints = $state<boolean | null>(null);
  /** In the language spoken. */
  game: GameCard;

  constructor(game: GameCard) {
    this.game = $state.raw(game);
    const level = game.levels.find(({ name }) => name === "novice") ?? game.levels[0];
    const rival: Rival = { kind: "bot", level: level?.name ?? "", name: "" };
    this.rivals = Array.from({ length: (game.seats[0] ?? 2) - 1 }, () => ({ ...rival }));
    this.window = game.window_presets?.find(({ name }) => name === "usual")?.seconds ?? 4;
  }

  get friends(): boolean {
    return this.rivals.some(({ kind }) => kind === "friend");
  }
  /** It stands in the lobby, and whoever comes may sit down. */
  get public(): boolean {
    return this.rivals.some(({ kind }) => kind === "anyone");
  }
  /** The seat of another player who is away is kept for a while; in a game of days the clock alone decides. */
  get keepsSeats(): boolean {
    return (this.friends || this.public || this.companion !== null) && this.clock?.type !== "days";
  }
  get bots(): boolean {
    return this.rivals.some(({ kind }) => kind === "bot");
  }
  get players(): number {
    return this.rivals.length + 1;
  }
  /** What each seat is called. */
  get seats(): string[] {
    const [me = "", first = "", ...others] = seatNames(this.rivals);
    return [me, this.companion?.name ?? first, ...others];
  }

  /** As usual they are shown where nobody but bots sits across, as at "Play now". */
  get hints(): boolean {
    return this.game.judged && (this.wantsHints ?? this.rivals.every(({ kind }) => kind === "bot"));
  }
  set hints(on: boolean) {
    this.wantsHints = on;
  }

  /** How long or by which rules, in words. */
  get mode(): string {
    const [card] = this.game.options;
    if (card?.option.kind !== "choice") return "";
    return choiceOf(card, String(valueOf(card, this.options)), this.seats);
  }

  /** The host wants the result to count, and it can: then there are neither hints nor takebacks. */
  get isRated(): boolean {
    return this.rated && this.rateable;
  }
  /** A clock that decides, the usual options, and a screen for each player. */
  get rateable(): boolean {
    const usual = Object.keys(this.chosen).every((name) => name === this.game.rated_apart);
    const shared = this.rivals.some(({ kind }) => kind === "shared");
    return this.clock !== null && !this.clock.plays_on && usual && !shared && !this.layout.trim();
  }

  private get chosen(): Values {
    return changed(this.game.options, $state.snapshot(this.options), this.players);
  }

  challenge({ table, seat }: Companion): Challenge {
    return {
      table,
      seat,
      game: this.game.name,
      options: this.chosen,
      ...(this.keepsSeats ? { patience: this.patience, stand_in: this.standIn || null } : {}),
      ...(this.clock ? { clock: this.clock } : {}),
      ...(this.isRated ? { rated: true } : {}),
    };
  }

  wish(): TableWish {
    const layout = this.layout.trim();
    return {
      game: this.game.name,
      options: this.chosen,
      seats: wishes(this.rivals, this.secret),
      spectators: this.spectators,
      public: this.public,
      watching: this.watching,
      talk: this.talk,
      takebacks: this.takebacks && !this.isRated,
      hints: this.hints && !this.isRated,
      rated: this.isRated,
      unhurried: this.unhurried,
      window: this.window,
      patience: this.patience,
      stand_in: this.standIn || null,
      ...(this.clock ? { clock: this.clock } : {}),
      ...(layout ? { layout } : {}),
    };
  }
}
