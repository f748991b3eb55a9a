/** A past game in the words of the log; a card that is drawn is seen, and needs no step. */
import { Catalogue } from "../../lib/catalogue.svelte";
import { kindOf } from "../../lib/story";
import { t } from "../../lib/words.svelte";
import type { Retell } from "../wing";
import { cardKey } from "./pieces";
import { roadRows } from "./rows";
import type { AnyMove, RoadView } from "./wire";

const retell: Retell<RoadView, AnyMove> = (lines, view, names) => {
  const book = new Catalogue("geishas_road");
  return roadRows(
    lines.filter((line) => kindOf(line) !== "Deal"),
    view.rounds,
    {
      names,
      card: (card) => (card === null ? t("road.hiddencard") : book.say(`card.${cardKey(card)}`)),
    },
  );
};

export default retell;
