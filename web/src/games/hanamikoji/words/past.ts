/** A past game in the words of the log; a card that is drawn is seen, and needs no step. */
import { kindOf } from "../../../table/session/history";
import { t } from "../../../i18n/phrases.svelte";
import type { Retell } from "../../contract";
import { hanamikojiRows } from "./rows";
import type { AnyMove, HanamikojiView } from "../model/wire";

const retell: Retell<HanamikojiView, AnyMove> = (lines, _view, names) =>
  hanamikojiRows(
    lines.filter((line) => kindOf(line) !== "Draw"),
    names,
    (round) => t("hana.round", { round }),
  );

export default retell;
