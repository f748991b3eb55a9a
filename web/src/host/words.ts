/** Lengths, sizes and places in words, and the catalogues of the host's page. */
import { t } from "../i18n/phrases.svelte";
import { games } from "../user/user.svelte";
import { settings } from "../state/settings.svelte";
import { dayOf, hourOf } from "../i18n/dates";
import type { DeedInfo, HealthFact, PersonHere, ReportInfo, ReportLine } from "../api/wire";

export const BOOKS = {
  en: () => import("./words/en.json"),
  fr: () => import("./words/fr.json"),
  pl: () => import("./words/pl.json"),
};

export const HOUR = 3600;
export const DAY = 24 * HOUR;
const MINUTE = 60;
const SHORT = ["minute", "gigabyte", "millisecond"];
const GIGABYTE = 1e9;

const inUnits = (value: number, unit: string, digits = 0): string =>
  new Intl.NumberFormat(settings.lang, {
    style: "unit",
    unit,
    unitDisplay: SHORT.includes(unit) ? "short" : "long",
    maximumFractionDigits: digits,
  }).format(value);

/** 14 minutes, 3 hours, 7 days. */
export function lasting(seconds: number): string {
  if (seconds < HOUR) return inUnits(Math.max(1, Math.round(seconds / MINUTE)), "minute");
  if (seconds < DAY) return inUnits(Math.round(seconds / HOUR), "hour");
  return inUnits(Math.round(seconds / DAY), "day");
}

/** What a reported line says, in the language spoken. */
export const lineIn = ({ phrase, text }: ReportLine): string =>
  phrase ? t(`talk.phrase.${phrase}`) : (text ?? "");

/** Where somebody is now. */
export function whereIs({ here, tables, waiting }: PersonHere): string {
  const [table] = tables;
  if (!here) return t("host.away");
  if (table) return t("host.plays", { game: games.title(table.game) });
  return waiting ? t("host.seeks", { game: games.title(waiting) }) : t("host.here");
}

/** The value of a fact about the server. */
export function valueOf({ id, value, most, text, since }: HealthFact, now: number): string {
  const n = value ?? 0;
  if (id === "version")
    return t("host.health.up", { version: text ?? "", time: lasting(now - (since ?? now)) });
  if (value == null) return t(id === "backup" ? "host.health.none" : "host.health.unknown");
  if (id === "answer_time") return inUnits(n, "millisecond");
  if (id === "disk")
    return t("host.health.free", { size: inUnits(n / GIGABYTE, "gigabyte", n < 1e10 ? 1 : 0) });
  if (id === "backup") return t("host.health.ago", { time: lasting(now - n) });
  if (id === "bots") return t("host.health.busy", { n, most: most ?? 0 });
  return String(n);
}

/** An entry of the journal: who did what to whom, and until when. */
export function deedIn({ kind, by, terminal, name, until, what, table }: DeedInfo): string {
  const someone = t("host.someone");
  const done = t(`host.log.${kind}`, {
    by: by || (terminal ? t("host.terminal") : someone),
    who: name || someone,
  });
  const more = [
    ...(until ? [t("host.log.until", { when: dayOf(until, settings.lang) })] : []),
    ...(what ? [what] : []),
    ...(table ? [table] : []),
  ];
  return more.length ? `${done} (${more.join(", ")})` : done;
}

/** Who reports whom in a report, with the names of now where there are some. */
export function namesIn({ reporter, author, lines }: ReportInfo): { who: string; whom: string } {
  const then = lines.find(({ reported }) => reported)?.name;
  const someone = t("host.someone");
  return { who: reporter?.name ?? someone, whom: author?.name ?? then ?? someone };
}

/** A report as it is read aloud when it comes. */
export function announced(report: ReportInfo): string {
  const words = report.lines.find(({ reported }) => reported);
  const head = [t("host.report", namesIn(report)), hourOf(report.at, settings.lang)].join(", ");
  return words ? t("named", { name: head, what: lineIn(words) }) : head;
}
