/** A past game in the words of the log. */
import { Catalogue } from "../../catalogue.svelte";
import { t } from "../../../i18n/phrases.svelte";
import type { Retell } from "../../contract";
import { okiyaRows } from "./rows";
import type { AnyMove, OkiyaView } from "../model/wire";

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
