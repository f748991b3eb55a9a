/** The log: each decision, as the server tells it, and each journey in one row. */
import { kindOf } from "../../../table/session/history";
import type { Line } from "../../../api/wire";
import { t } from "../../../i18n/phrases.svelte";
import { apart, type Row } from "../../../table/log/rows";
import { tokens, type Voice } from "./sentences";
import type { AnyMove, RoadView } from "../model/wire";

type Played = Pick<RoadView, "scores" | "starter" | "opens">;
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

/** What this seat was told of a move; what is hidden is missing. */
type Facts = Partial<Record<"card" | "colour" | "owner" | "to", number>>;
const NO_FACTS: Facts = {};
function factsOf(line: Line<AnyMove>): Facts {
  const { move } = line;
  if (move?.type === "Veiled") return move.shown;
  return move ? { ...NO_FACTS, ...move } : NO_FACTS;
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
    // The server tells a whole decision where it ends; its single moves are not in the log.
    if (line.decided) this.add(line, apart(line.decided, this.voice.names[line.seat ?? -1] ?? ""));
    else this.moved(line, kindOf(line), factsOf(line));
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
      case "TurnUp":
        return this.add(line, { text: t("road.row.turnup", { card }) });
      case "ShowLeft":
        return this.by(line, facts.owner ?? 0, "left", { card });
      case "Score":
        this.begun = this.acted = false;
        return this.add(line, { text: scoreRow(this.round, this.view, voice) });
      case "Take":
        return this.add(line, apart(line.said, voice.names[line.seat ?? -1] ?? ""));
      case "Start":
      case "Journey":
        return this.add(line, { text: begun(line.said) });
    }
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
