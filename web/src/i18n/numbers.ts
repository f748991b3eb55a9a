/** Numbers with a sign and one digit, in the language that is spoken. */
import { inWords } from "./phrases.svelte";

const LOCALES = { en: "en", fr: "fr", pl: "pl" };
const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** As "+3.1"; nothing stands before 0. */
export function signed(points: number): string {
  const rounded = Math.round(10 * points) / 10;
  const said = Math.abs(rounded).toLocaleString(inWords(LOCALES), DIGITS);
  return rounded < 0 ? `−${said}` : rounded > 0 ? `+${said}` : said;
}
