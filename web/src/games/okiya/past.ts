/** A past game in the words of the log. */
import { Catalogue } from "../../lib/catalogue.svelte";
import { t } from "../../lib/words.svelte";
import type { Retell } from "../wing";
import { okiyaRows } from "./rows";
import type { AnyMove, OkiyaView } from "./wire";

const retell: Retell<OkiyaView, AnyMove> = (lines, view, names) => {
  const book = new Catalogue("okiya");
  return okiyaRows(lines, view.options.match !== "single", {
    who: (seat) => names[seat] ?? "",
    plant: (name) => book.say(`plant.${name}`),
    feature: (name) => book.say(`feature.${name}`),
    round: (n) => t("okiya.round", { round: n }),
  });
};

export default retell;
