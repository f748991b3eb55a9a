/** Journeys in words: who walks how far, where she stops, and why a lantern moves. */
import { t } from "../../../i18n/phrases.svelte";
import { colourName, colourOf, digit, isDark, pointsOf } from "../model/pieces";
import type { Took, Trip } from "../model/journey";

/** How things are called at this table. */
export interface Voice {
  names: string[];
  /** Who is spoken to. */
  you?: number | null;
  card: (card: number | null) => string;
}

export const geisha = (colour: number): string => t(`road.geisha.${colourName(colour)}`);
/** "lantern 3", "dark lantern −1" */
export const lantern = (face: number): string =>
  t(isDark(face) ? "road.lantern.dark" : "road.lantern.bright", { points: digit(pointsOf(face)) });

export function listed(things: string[]): string {
  if (things.length < 2) return things.join("");
  return t("road.and", { some: things.slice(0, -1).join(", "), last: things.at(-1) ?? "" });
}

export function walked(trip: Trip): string {
  const colour = colourOf(trip.card);
  const holes = { geisha: geisha(colour), n: trip.path.length };
  if (!trip.home)
    return t("road.walks", { ...holes, where: t(`road.to.${colourName(trip.path.at(-1) ?? 0)}`) });
  if (trip.lantern === null) return t("road.home.none", holes);
  return t(trip.flipped ? "road.home.turned" : "road.home", { ...holes, lantern: lantern(trip.lantern) });
}

export function tokens(took: Took): string {
  const guests = took.guests ? [t("road.guests", { n: took.guests })] : [];
  return listed([...guests, ...(took.favour ? [t(`road.favour.${colourName(took.teahouse)}`)] : [])]);
}

/** What they would bring you; a question that follows is told once. */
export function foretold(trips: Trip[]): string {
  const told = trips.flatMap((trip) => {
    const got = trip.took && !trip.asks ? tokens(trip.took) : "";
    return [walked(trip), ...(got ? [t("road.youtake", { tokens: got })] : [])];
  });
  return [...told, ...(trips.some((trip) => trip.asks) ? [t("road.youtake.choice")] : [])].join(" ");
}
