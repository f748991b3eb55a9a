/** Numbers with at most one digit after the decimal sign, in the language that is spoken. */
import { inWords } from "./phrases.svelte";

const LOCALES = { en: "en", fr: "fr", pl: "pl" };
const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

const tenths = (number: number): string => number.toLocaleString(inWords(LOCALES), DIGITS);

/** As "0.7" or "5". */
export const rounded = (number: number): string =>
  number.toLocaleString(inWords(LOCALES), { maximumFractionDigits: 1 });

/** As "+3.1"; nothing stands before 0. */
export function signed(points: number): string {
  const nearest = Math.round(10 * points) / 10;
  const said = tenths(Math.abs(nearest));
  return nearest < 0 ? `−${said}` : nearest > 0 ? `+${said}` : said;
}
