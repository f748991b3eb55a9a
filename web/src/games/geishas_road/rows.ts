/** The log: each offer, each choice and each journey in one row. */
import type { Tagged } from "../../lib/wire";
import { t } from "../../lib/words.svelte";
import type { Row } from "../../table/rows";
import { pairsOf } from "./board";
import { ACTIONS, CARDS, COMPETITION, GIFT } from "./pieces";
import { journey, listed, tokens, type Voice } from "./sentences";
import type { Tale } from "./story";
import type { Offer, Round, Tally } from "./wire";

const SETTLING = ["seated", "bottakes"];
/** Cards in the deck when both hands are dealt. */
const DEALT = 8;
const pointsOf = (tally: Tally): number => tally.geishas + tally.lanterns + tally.guests + tally.specials;

export const totalOf = (rounds: Round[], seat: number): number =>
  rounds.reduce((sum, each) => sum + (each.tallies[seat] ? pointsOf(each.tallies[seat]) : 0), 0);
export { pointsOf as tallied };

function scoreRow(number: number, round: Round | undefined, voice: Voice): string {
  if (!round) return "";
  if (!round.tallies.length) return t("road.row.four", { round: number });
  const [a, b] = round.tallies.map(pointsOf);
  return t("road.row.score", { round: number, one: voice.names[0]!, a: a!, other: voice.names[1]!, b: b! });
}

/** "red 1, blue 2 and a hidden card", or two pairs */
function laid(offer: Offer, voice: Voice): string {
  const name = (place: number): string => voice.card(offer.cards[place] ?? null);
  const parts = pairsOf(offer).map((places) => places.map(name).join(" + "));
  return offer.action === COMPETITION ? parts.join(" / ") : listed(parts);
}

class Writer {
  rows: Row[] = [];
  private n = 0;
  private out: number | null = null;
  private left: number | null = null;
  private begun = 0;

  constructor(
    private readonly voice: Voice,
    private readonly rounds: Round[],
  ) {}

  write(tale: Tale): void {
    const { move, board } = tale;
    if (board.round > this.begun && move.type && move.type !== "Score") {
      this.begun = board.round;
      this.add({ heading: t("road.round", { round: this.begun }), text: "" }, tale);
    }
    if (tale.trip)
      this.by(
        tale,
        tale.trip.seat,
        t("road.row.gives", { card: this.voice.card(tale.trip.card), journey: journey(tale.trip) }),
      );
    else if (!tale.line.move) this.event(tale);
    else this.moved(tale);
  }

  private moved(tale: Tale): void {
    const { move, board, before, line } = tale;
    const { voice } = this;
    const card = (): string => voice.card(move.card ?? null);
    switch (move.type) {
      case "Favour":
        return this.by(
          tale,
          move.to!,
          t("road.row.favour", { tokens: tokens({ teahouse: move.colour!, guests: 0, favour: true }) }),
        );
      case "Start":
        return this.add({ text: line.said }, tale);
      case "Deal":
        return board.pool < DEALT ? this.drawn(tale) : undefined;
      case "Lay": {
        if (!board.offer) return this.by(tale, line.seat!, t("road.row.reveal", { card: card() }));
        const whole = board.offer.action === GIFT && board.offer.cards.length === CARDS[GIFT];
        return whole ? this.offer(tale) : undefined;
      }
      case "Pair":
        return this.offer(tale);
      case "Left":
        this.left = move.card ?? null;
        return;
      case "Right": {
        const own =
          move.card === undefined
            ? t("road.row.intrigue")
            : t("road.row.intrigue.own", { left: voice.card(this.left), right: card() });
        return this.by(tale, line.seat!, own);
      }
      case "Remove":
        this.out = before.offer!.cards[move.place!] ?? null;
        return;
      case "Replace":
        return this.by(tale, line.seat!, t("road.row.counter", { out: voice.card(this.out), into: card() }));
      case "Choose":
        return this.by(
          tale,
          line.seat!,
          t("road.row.choose", {
            cards: listed(move.places!.map((place) => voice.card(before.offer!.cards[place] ?? null))),
          }),
        );
      case "TurnUp":
        return this.add({ text: t("road.row.turnup", { card: card() }) }, tale);
      case "ShowLeft":
        return this.by(tale, move.owner!, t("road.row.left", { card: card() }));
      case "Take":
        return this.by(tale, line.seat!, t("road.row.takes", { tokens: tokens(tale.took!) }));
      case "Score":
        return this.add({ text: scoreRow(board.round, this.rounds[board.round - 1], voice) }, tale);
    }
  }

  private drawn(tale: Tale): void {
    const { move } = tale;
    this.by(
      tale,
      move.to!,
      move.card === undefined
        ? t("road.row.draws")
        : t("road.row.drew", { card: this.voice.card(move.card) }),
    );
  }
  private offer(tale: Tale): void {
    const offer = tale.board.offer!;
    this.by(tale, offer.actor, t(`road.row.${ACTIONS[offer.action]!}`, { cards: laid(offer, this.voice) }));
  }
  private event(tale: Tale): void {
    const type = (tale.line.event as Tagged | null)?.type ?? "";
    if (tale.line.said && !(SETTLING.includes(type) && this.begun === 0))
      this.add({ text: tale.line.said }, tale);
  }
  private by(tale: Tale, seat: number, text: string): void {
    this.add({ n: ++this.n, who: this.voice.names[seat] ?? "", text }, tale);
  }
  /** Rows of one line are told apart behind the point. */
  private add(row: Omit<Row, "seq">, tale: Tale): void {
    const last = this.rows.at(-1)?.seq ?? -1;
    this.rows.push({ ...row, seq: Math.floor(last) === tale.line.seq ? last + 1 / 16 : tale.line.seq });
  }
}

export function roadRows(told: Tale[], rounds: Round[], voice: Voice): Row[] {
  const writer = new Writer(voice, rounds);
  for (const tale of told) writer.write(tale);
  return writer.rows;
}
