import { expect, test } from "vitest";
import { dayOf, hourOf } from "../src/i18n/dates";
import { LANGUAGES } from "../src/i18n/lang";

const EVENING = new Date(2026, 10, 18, 18, 4).getTime() / 1000;

test("every time of day is told by one clock of 24 hours, whatever the browser's own habit", () => {
  for (const lang of LANGUAGES) {
    expect(hourOf(EVENING, lang, new Date(2026, 10, 18, 20))).toBe("18:04");
    expect(dayOf(EVENING, lang)).toContain("18:04");
    expect(hourOf(EVENING, lang, new Date(2026, 10, 19, 20))).toBe(dayOf(EVENING, lang));
  }
});
