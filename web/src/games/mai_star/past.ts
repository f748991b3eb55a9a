/** A past game in the words of the log. */
import { t } from "../../lib/words.svelte";
import type { Retell } from "../wing";
import { FESTIVALS } from "./box";
import { maiRows } from "./rows";
import type { AnyMove, MaiStarView } from "./wire";

const retell: Retell<MaiStarView, AnyMove> = (lines, _view, names) =>
  maiRows(lines, names, (round) => t("mai.festival", { round, rounds: FESTIVALS }));

export default retell;
