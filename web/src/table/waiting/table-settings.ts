/** By what a table plays, in words. */
import { clockWords } from "../../state/time-control";
import { applying, choiceOf, type Values, valueOf } from "../../state/options";
import { period } from "../../i18n/duration";
import type { GameCard, OptionCard, TableInfo } from "../../api/wire";
import { t } from "../../i18n/phrases.svelte";

export interface Told {
  label: string;
  value: string;
}

const yes = (on: boolean): string => t(on ? "option.on" : "option.off");

function valuesOf(table: TableInfo): Values {
  const plain = Object.entries(table.options).filter(([, value]) =>
    ["boolean", "number", "string"].includes(typeof value),
  );
  return Object.fromEntries(plain) as Values;
}

function told(card: OptionCard, values: Values, seats: string[]): Told {
  const value = valueOf(card, values);
  const said = typeof value === "string" ? choiceOf(card, value, seats) : String(value);
  return { label: card.label, value: typeof value === "boolean" ? yes(value) : said };
}

/** Everything that was decided when it was opened. */
export function setUp(table: TableInfo, game: GameCard): Told[] {
  const values = valuesOf(table);
  const names = table.seats.map(({ name }, seat) => name || t("wait.seat", { seat: seat + 1 }));
  const window = game.window_presets?.find(({ seconds }) => seconds === table.window);
  return [
    ...applying(game.options, values, table.seats.length).map((card) => told(card, values, names)),
    ...(table.clock ? [{ label: t("new.clock"), value: clockWords(table.clock) }] : []),
    ...(table.rated ? [{ label: t("ratings.rating"), value: t("rated.here") }] : []),
    { label: t("setup.takebacks"), value: t(table.takebacks ? "setup.takebacks.on" : "option.off") },
    {
      label: t("setup.spectators"),
      value: t(table.spectators ? `watching.${table.watching ?? "public"}` : "watching.nobody"),
    },
    { label: t("talk"), value: t(`talk.policy.${table.talk ?? "phrases"}`) },
    ...(table.public ? [{ label: t("lobby"), value: t("setup.public") }] : []),
    ...(game.judged ? [{ label: t("setup.hints"), value: yes(table.hints) }] : []),
    ...(window ? [{ label: t("new.window"), value: window.label }] : []),
    ...(table.clock?.type === "days" ? [] : [{ label: t("new.patience"), value: period(table.patience) }]),
    ...(table.first_move ? [{ label: t("setup.first"), value: period(table.first_move) }] : []),
  ];
}

/** How long or by which rules, in a word; nothing where that is not the first thing asked. */
export function modeOf(table: TableInfo, game: GameCard): string {
  const [card] = game.options;
  return card?.option.kind === "choice" ? told(card, valuesOf(table), []).value : "";
}
