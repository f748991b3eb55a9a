/** Numbers with one digit after the decimal sign, in the language that is spoken. */
import { inWords } from "./phrases.svelte";

const LOCALES = { en: "en", fr: "fr", pl: "pl" };
const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export const tenths = (number: number): string => number.toLocaleString(inWords(LOCALES), DIGITS);

/** As "+3.1"; nothing stands before 0. */
export function signed(points: number): string {
  const rounded = Math.round(10 * points) / 10;
  const said = tenths(Math.abs(rounded));
  return rounded < 0 ? `−${said}` : rounded > 0 ? `+${said}` : said;
}
