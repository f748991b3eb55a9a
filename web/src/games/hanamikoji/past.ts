/** A past game in the words of the log; a card that is drawn is seen, and needs no step. */
import { kindOf } from "../../lib/story";
import { t } from "../../lib/words.svelte";
import type { Retell } from "../wing";
import { hanamikojiRows } from "./rows";
import type { AnyMove, HanamikojiView } from "./wire";

const retell: Retell<HanamikojiView, AnyMove> = (lines, _view, names) =>
  hanamikojiRows(
    lines.filter((line) => kindOf(line) !== "Draw"),
    names,
    (round) => t("hana.round", { round }),
  );

export default retell;
