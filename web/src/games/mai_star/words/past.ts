/** A past game in the words of the log. */
import { t } from "../../../i18n/phrases.svelte";
import type { Retell } from "../../contract";
import { maiRows } from "./rows";
import type { AnyMove, MaiStarView } from "../model/wire";

const retell: Retell<MaiStarView, AnyMove> = (lines, view, names) =>
  maiRows(lines, names, (round) => t("mai.festival", { round, rounds: view.rounds }));

export default retell;
