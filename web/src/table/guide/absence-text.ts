/** What is said about somebody who is away. */
import { games } from "../../user/user.svelte";
import { period } from "../../i18n/duration";
import { t } from "../../i18n/phrases.svelte";
import type { Line, Seat } from "../../api/wire";
import type { Away } from "../session/away";
import type { Open } from "../session/session.svelte";

/** How long somebody has been away, in whole minutes from the first on. */
function awayFor({ info }: Open, { since }: Away, now: number): string {
  const seconds = Math.max(info.patience, Math.floor((now - since) / 1000));
  return period(seconds < 60 ? seconds : seconds - (seconds % 60));
}

export const absence = (session: Open, away: Away, now = performance.now()): string =>
  t("away.ask", { who: session.names[away.seat] ?? "", time: awayFor(session, away, now) });

/** What may be done about it. */
export const offer = ({ info }: Open, away: Away): string =>
  t(away.claim === null ? "away.ask.why" : "away.ask.claim", {
    level: games.level(info.game, info.stand_in),
  });

/** The whole question, for the ear. */
export const asking = (session: Open, away: Away): string =>
  `${absence(session, away)} ${offer(session, away)}`;

const named = (session: Open, seats: number[]): string => seats.map((seat) => session.names[seat]).join(", ");

/** Who has said yes. */
export const agreeing = (session: Open, away: Away): string =>
  away.agreed.length ? t("away.agree", { who: named(session, away.agreed) }) : "";

/** Who agree to call it off. */
export const quitting = (session: Open, away: Away): string =>
  away.quits.length ? t("away.quits", { who: named(session, away.quits) }) : "";

/** Who is here and has not said yes. */
export function awaited(session: Open, agreed: Seat[]): string {
  const asked = session.info.seats.flatMap((held, seat) =>
    held.kind === "bot" || held.level || !session.vigil.isHere(seat) ? [] : [seat],
  );
  return named(
    session,
    asked.filter((seat) => !agreed.includes(seat) && !session.mine.includes(seat)),
  );
}

/** To somebody who has just had the seat back from a bot: what it did meanwhile. */
export function welcome(lines: Line[], seat: Seat): string {
  const since = lines.findLastIndex((line) => line.event?.type === "bottakes" && seatOf(line) === seat);
  const n = lines.slice(since).filter((line) => line.move && line.seat === seat).length;
  return n ? t("away.welcome", { n }) : t("away.welcome.none");
}

/** The seat of which an event of the house tells. */
export function seatOf({ event }: Line): Seat | null {
  return event && "seat" in event && typeof event.seat === "number" ? event.seat : null;
}

/** Who came, but for this browser's own people: for the first time, or back from an absence that was told. */
export function arrivals(session: Open): string {
  const others = (seats: Seat[]): Seat[] => seats.filter((seat) => !session.mine.includes(seat));
  const said = (key: string, seats: Seat[]): string[] =>
    seats.length ? [t(key, { who: named(session, seats) })] : [];
  const { joined, back } = session.vigil;
  return [...said("away.joined", others(joined)), ...said("away.back", others(back))].join(" ");
}

/** Who went and who came, to be read aloud. */
export function comings(session: Open): string {
  const time = period(session.info.patience);
  const gone = session.vigil.gone.map((seat) => t("away.gone", { who: session.names[seat] ?? "", time }));
  return [...gone, arrivals(session)].join(" ").trim();
}
