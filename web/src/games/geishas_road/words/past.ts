/** A past game in the words of the log; a card that is drawn is seen, and needs no step. */
import { Catalogue } from "../../catalogue.svelte";
import { kindOf } from "../../../table/session/history";
import { t } from "../../../i18n/phrases.svelte";
import type { Retell } from "../../contract";
import { cardKey } from "../model/pieces";
import { roadRows } from "./rows";
import type { AnyMove, RoadView } from "../model/wire";

const retell: Retell<RoadView, AnyMove> = (lines, view, names) => {
  const book = new Catalogue("geishas_road");
  const drawn = new Set(lines.filter((line) => kindOf(line) === "Deal").map(({ seq }) => seq));
  const card = (card: number | null): string =>
    card === null ? t("road.hiddencard") : book.say(`card.${cardKey(card)}`);
  return roadRows(lines, view, { names, card }).filter((row) => row.heading || !drawn.has(row.seq));
};

export default retell;
