/** How a game ended, in numbers: the winner's come first. */
import type { Result } from "../../../api/wire";
import { t } from "../../../i18n/phrases.svelte";
import { digit } from "../model/pieces";
import type { RoadView } from "../model/wire";

const [FOUR_GEISHAS, MORE_POINTS] = ["G25", "G32"];

/** `rule`: the rule that ended it, in words; told where the numbers alone decide nothing. */
export function ended({ reason, winners }: Result, { rounds, totals }: RoadView, rule: string): string {
  const [winner = 0] = winners;
  if (reason === FOUR_GEISHAS)
    return t("road.end.four", { n: rounds.at(-1)?.winners.filter((each) => each === winner).length ?? 0 });
  if (reason !== MORE_POINTS) return "";
  const [most = 0, other = 0] = [totals[winner], totals[1 - winner]];
  const points = t("road.points", { n: most, points: digit(most) });
  const told = t("road.end.points", { points, other: digit(other) });
  return most === other ? `${told} ${rule}` : told;
}
