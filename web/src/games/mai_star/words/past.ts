/** A past game in the words of the log. */
import { t } from "../../../i18n/phrases.svelte";
import type { Retell } from "../../contract";
import { FESTIVALS } from "../model/box";
import { maiRows } from "./rows";
import type { AnyMove, MaiStarView } from "../model/wire";

const retell: Retell<MaiStarView, AnyMove> = (lines, _view, names) =>
  maiRows(lines, names, (round) => t("mai.festival", { round, rounds: FESTIVALS }));

export default retell;
