/** The log: each offer, each choice and each journey in one row. */
import { kindOf } from "../../../table/session/history";
import type { Line } from "../../../api/wire";
import { t } from "../../../i18n/phrases.svelte";
import type { Row } from "../../../table/log/rows";
import { COMPETITION, GIFT } from "../model/pieces";
import { listed, tokens, type Voice } from "./sentences";
import { ACTIONS, CARDS, type AnyMove, type RoadView } from "../model/wire";

type Played = Pick<RoadView, "scores" | "starter" | "opens">;
/** Stands where a card was taken out of an offer. */
const GONE = -1;
const SETTLING = ["seated", "bottakes"];

/** Who starts round 2, and why. */
export const starts = ({ opens, starter }: Played, { names }: Voice): string =>
  opens === null ? "" : t(`road.starts.${opens}`, { who: names[starter ?? -1] ?? "" });

function scoreRow(number: number, view: Played, voice: Voice): string {
  const score = view.scores[number - 1];
  if (!score) return "";
  if (!score.length) return t("road.row.four", { round: number });
  const [a = 0, b = 0] = score;
  const who = (seat: number): string => (seat === voice.you ? t("you") : (voice.names[seat] ?? ""));
  const told = t("road.row.score", { round: number, one: who(0), a, other: who(1), b });
  return number === 1 ? `${told} ${starts(view, voice)}` : told;
}

/** What was told of an offer: its cards by place, the face-down one first, the others in the order of the box. */
interface Told {
  actor: number;
  action: number;
  cards: (number | null)[];
  /** The places of those that lie face down. */
  down: number[];
  partner: number | null;
}

/** What this seat was told of a move; what is hidden is missing. */
type Facts = Partial<Record<"action" | "card" | "colour" | "owner" | "place" | "to", number>> & {
  hidden?: boolean;
  places?: number[];
};
const NO_FACTS: Facts = {};
function factsOf(line: Line<AnyMove>): Facts {
  const { move } = line;
  if (move?.type === "Veiled") return move.shown;
  return move ? { ...NO_FACTS, ...move } : NO_FACTS;
}

/** A card of an offer; of what lies face down, whoever knows it is told that it does. */
function named(offer: Told, place: number, voice: Voice): string {
  const card = offer.cards[place] ?? null;
  return facedown(card, offer.down.includes(place), voice);
}
const facedown = (card: number | null, down: boolean, voice: Voice): string =>
  down && card !== null ? t("road.card.down", { card: voice.card(card) }) : voice.card(card);

/** "red 1, blue 2 and a hidden card", or two pairs */
function laid(offer: Told, voice: Voice): string {
  const parts = together(offer).map((places) =>
    places.map((place) => named(offer, place, voice)).join(" + "),
  );
  return offer.action === COMPETITION ? parts.join(" / ") : listed(parts);
}

/** The places that are told together: in a Competition, pairs. */
function together({ cards, partner }: Told): number[][] {
  const places = cards.map((_, place) => place);
  if (partner === null) return places.map((place) => [place]);
  return [[0, partner], places.filter((place) => place !== 0 && place !== partner)];
}

/** A sentence that may begin with a card. */
const begun = (said: string): string => said.charAt(0).toUpperCase() + said.slice(1);

class Writer {
  rows: Row[] = [];
  /** How many moves players made; chance makes none. */
  private n = 0;
  private round = 0;
  /** Somebody has acted in this round. */
  private acted = false;
  private begun = false;
  private offer: Told | null = null;
  private out: number | null = null;
  /** What comes into the offer lies face down. */
  private hides = false;
  private left: number | null = null;

  constructor(
    private readonly voice: Voice,
    private readonly view: Played,
  ) {}

  write(line: Line<AnyMove>): void {
    if (!line.move) return this.event(line);
    if (!this.begun) {
      this.begun = true;
      this.add(line, { heading: t("road.round", { round: ++this.round }), text: "" });
    }
    if ((line.seat ?? 0) >= 0) this.acted = true;
    this.moved(line, kindOf(line), factsOf(line));
  }

  private moved(line: Line<AnyMove>, kind: string, facts: Facts): void {
    const { voice } = this;
    const card = voice.card(facts.card ?? null);
    switch (kind) {
      case "Favour":
        return this.by(line, facts.to ?? 0, "favour", {
          tokens: tokens({ teahouse: facts.colour ?? 0, guests: 0, favour: true }),
        });
      case "Deal":
        return this.acted ? this.drawn(line, facts) : undefined;
      case "Use":
        this.offer =
          (facts.action ?? 0) < GIFT
            ? null
            : { actor: line.seat ?? 0, action: facts.action ?? 0, cards: [], down: [], partner: null };
        return;
      case "Hide":
        if (this.offer) [this.offer.cards, this.offer.down] = [[facts.card ?? null], [0]];
        return;
      case "Lay":
        return this.offer
          ? this.lays(line, this.offer, facts.card ?? 0)
          : this.by(line, line.seat ?? 0, "reveal", { card });
      case "Pair":
        if (!this.offer) return;
        this.offer.partner = facts.place ?? 0;
        return this.offers(line, this.offer);
      case "Left":
        this.left = facts.card ?? null;
        return;
      case "Right":
        return facts.card === undefined
          ? this.by(line, line.seat ?? 0, "intrigue")
          : this.by(line, line.seat ?? 0, "intrigue.own", { left: voice.card(this.left), right: card });
      case "Counter":
        this.hides = facts.hidden ?? false;
        return;
      case "Remove":
        return this.removes(facts.place ?? 0);
      case "Replace":
        return this.replaces(line, facts.card ?? null);
      case "Choose": {
        const { offer } = this;
        return this.by(line, line.seat ?? 0, "choose", {
          cards: listed((facts.places ?? []).map((place) => (offer ? named(offer, place, voice) : ""))),
        });
      }
      case "TurnUp":
        return this.add(line, { text: t("road.row.turnup", { card }) });
      case "ShowLeft":
        return this.by(line, facts.owner ?? 0, "left", { card });
      case "Score":
        this.begun = this.acted = false;
        return this.add(line, { text: scoreRow(this.round, this.view, voice) });
      case "Start":
      case "Journey":
      case "Take":
        return this.add(line, { text: begun(line.said) });
    }
  }

  private removes(gone: number): void {
    if (!this.offer) return;
    this.out = this.offer.cards[gone] ?? null;
    this.offer.cards = this.offer.cards.with(gone, GONE);
    this.offer.down = this.offer.down.filter((place) => place !== gone);
  }
  private replaces(line: Line<AnyMove>, card: number | null): void {
    const place = this.offer?.cards.indexOf(GONE) ?? -1;
    if (!this.offer || place < 0) return;
    this.offer.cards = this.offer.cards.with(place, card);
    if (this.hides) this.offer.down = [...this.offer.down, place];
    this.by(line, line.seat ?? 0, "counter", {
      out: this.voice.card(this.out),
      into: facedown(card, this.hides, this.voice),
    });
  }
  private lays(line: Line<AnyMove>, offer: Told, card: number): void {
    const down = offer.cards.slice(0, offer.down.length);
    const up = [...offer.cards.slice(down.length), card].sort((a, b) => (a ?? 0) - (b ?? 0));
    offer.cards = [...down, ...up];
    if (offer.action === GIFT && offer.cards.length === CARDS[GIFT]) this.offers(line, offer);
  }
  private offers(line: Line<AnyMove>, offer: Told): void {
    this.by(line, offer.actor, ACTIONS[offer.action] ?? "", { cards: laid(offer, this.voice) });
  }
  private drawn(line: Line<AnyMove>, { to, card }: Facts): void {
    if (card === undefined) this.by(line, to ?? 0, "draws");
    else this.by(line, to ?? 0, "drew", { card: this.voice.card(card) });
  }
  private event(line: Line<AnyMove>): void {
    const type = line.event?.type ?? "";
    if (line.said && !(SETTLING.includes(type) && this.round === 0)) this.add(line, { text: line.said });
  }
  private by(line: Line<AnyMove>, seat: number, key: string, holes: Record<string, string> = {}): void {
    if (seat === this.voice.you) this.add(line, { text: t(`road.you.${key}`, holes) });
    else this.add(line, { who: this.voice.names[seat] ?? "", text: t(`road.row.${key}`, holes) });
  }
  private add(line: Line<AnyMove>, row: Omit<Row, "seq">): void {
    const numbered = line.move && (line.seat ?? -1) >= 0 && !row.heading;
    this.rows.push({ ...row, ...(numbered ? { n: ++this.n } : {}), seq: line.seq });
  }
}

export function roadRows(lines: Line<AnyMove>[], view: Played, voice: Voice): Row[] {
  const writer = new Writer(voice, view);
  for (const line of lines) writer.write(line);
  return writer.rows;
}
