/** What the guide says: what is asked, what was chosen, how the round ends. */
import { across, type Side } from "../../../table/session/sides";
import type { Result } from "../../../api/wire";
import { t } from "../../../i18n/phrases.svelte";
import type { Choosing } from "../model/choosing.svelte";
import type { Naming } from "./names.svelte";
import type { Offer, Tokens } from "../model/pieces";
import { ACTIONS, CARDS, type HanamikojiView, type Round, type Standing } from "../model/wire";

export interface Said {
  sentence: string;
  why: string;
  seal?: string;
}

/** On the player's own turn, and for a plan. */
export function asked(
  view: HanamikojiView,
  chosen: Choosing,
  say: Naming,
  rival: string,
  mine: boolean,
): Said {
  if (view.offer && mine) return answering(view.offer, chosen, say, rival);
  const { action, missing } = chosen;
  const move = chosen.choice?.move;
  if (move && action !== null) {
    const name = ACTIONS[action] ?? "";
    const [one, other] = move.type === "Competition" ? move.pairs.map((pair) => say.items(pair)) : ["", ""];
    const holes = { items: say.items(chosen.items), one: one ?? "", other: other ?? "" };
    return {
      sentence: t(`hana.do.${name}`, holes),
      why: t(`hana.why.${name}`, { who: rival }),
      seal: t(`hana.seal.${name}`),
    };
  }
  const left = view.actions[chosen.me] ?? [];
  const why = t("hana.ask.why", {
    actions: left.map((each) => `${CARDS[each]}\u00a0${say.action(each)}`).join(" · "),
  });
  if (action !== null && missing > 0)
    return {
      sentence: t(chosen.items.length ? "hana.more" : "hana.some", {
        action: say.action(action),
        n: missing,
      }),
      why: say.book.say(`help.${ACTIONS[action] ?? ""}`),
    };
  if (!mine && chosen.items.length)
    return { sentence: t("hana.plan", { items: say.items(chosen.items) }), why: "" };
  return { sentence: t("hana.ask"), why };
}

function answering(offer: Offer, chosen: Choosing, say: Naming, who: string): Said {
  const { share } = chosen;
  const kind = offer.type === "Gift" ? "gift" : "competition";
  if (!share) return { sentence: t(`hana.take.${kind}`), why: t(`hana.take.${kind}.why`, { who }) };
  return {
    sentence: t("hana.taking", { items: say.items(share.takes) }),
    why: t("hana.taking.why", { who, items: say.items(share.leaves) }),
    seal: t(`hana.seal.take.${kind}`),
  };
}

/** While a round is scored: the Secrets, then geisha by geisha (seen from `me`), then what follows. */
export function scoring(
  scored: Round,
  before: Tokens,
  geisha: number | null,
  say: Naming,
  names: string[],
  me: Side,
): Said {
  if (geisha === null) return { sentence: t("hana.end.secrets"), why: t("hana.end.secrets.why") };
  const [mine, theirs] = [scored.sides[me][geisha] ?? 0, scored.sides[across(me)][geisha] ?? 0];
  const owner = scored.tokens[geisha];
  const sentence = t("hana.end.geisha", { name: say.geisha(geisha), one: mine, other: theirs });
  if (owner == null) return { sentence, why: t("hana.end.middle") };
  return {
    sentence,
    why: t(owner === before[geisha] ? "hana.end.has" : "hana.end.to", { who: names[owner] ?? "" }),
  };
}

/** A game that ended by more than one round's goal says which rule decided. */
const GOAL_REACHED = "H16";

/** How the game ended, in numbers: the winner's come first. */
export function ended({ reason, winners }: Result, race: readonly Standing[], rule: string): string {
  const [winner] = winners;
  if (winner === undefined || !reason.startsWith("H")) return "";
  const held = (seat: number): string => {
    const { geishas = 0, points = 0 } = race[seat] ?? {};
    return t("hana.held", {
      geishas: t("hana.held.geishas", { n: geishas }),
      points: t("hana.held.points", { n: points }),
    });
  };
  const told = t("hana.end.count", { one: held(winner), other: held(1 - winner) });
  return reason === GOAL_REACHED ? told : `${told} ${rule}`;
}
