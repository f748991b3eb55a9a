/** What the guide says: what is asked, what the choice would bring, and the name of the seal. */
import type { Tagged } from "../../../api/wire";
import { t } from "../../../i18n/phrases.svelte";
import type { Choosing } from "../model/choosing.svelte";
import type { Trip } from "../model/journey";
import { COMPETITION, GIFT, INTRIGUE, REVEAL, colourName, colourOf } from "../model/pieces";
import { ACTIONS, type Choose, type Lay, type Offer, type Resolve, type Use } from "../model/wire";
import { foretold, geisha, listed, tokens, type Voice } from "./sentences";

export interface Guidance {
  sentence: string;
  why: string;
  seal?: string;
}

const NOTHING: Guidance = { sentence: "", why: "" };

/** What would be sent first, so that the house can say which journeys come of it. */
export function intended(choosing: Choosing): Tagged[] {
  const { mode, plan, now } = choosing;
  if (!plan) return [];
  if (mode === "act" && choosing.action === REVEAL) {
    const use: Use = { type: "Use", action: REVEAL, hidden: false };
    const lays = choosing.cards.map((card): Lay => ({ type: "Lay", card }));
    return now === "Acting" ? [use, ...lays] : lays;
  }
  if (mode === "answer") {
    const choose: Choose = { type: "Choose", places: plan.places ?? [] };
    return now === "Countering" ? [{ type: "Pass" }, choose] : [choose];
  }
  const resolve = (card: number): Resolve => ({ type: "Resolve", card });
  return mode === "resolve" && plan.first !== undefined ? [resolve(plan.first)] : [];
}

function act(
  choosing: Choosing,
  trips: Trip[],
  voice: Voice,
  rival: string,
  name: (key: string) => string,
): Guidance {
  const { action, cards, need } = choosing;
  const all = [...choosing.laid, ...cards];
  if (action === null && !cards.length) return { sentence: t("road.ask.act"), why: t("road.ask.act.why") };
  if (action === null)
    return {
      sentence: t("road.used", { action: name(`action.${ACTIONS[cards.length - 1] ?? ""}`) }),
      why: t("road.used.why"),
    };
  const kind = ACTIONS[action] ?? "";
  const about = t(`road.about.${kind}`);
  if (!choosing.plan)
    return {
      sentence: t(all.length ? "road.more" : "road.some", {
        action: name(`action.${kind}`),
        n: need - cards.length,
      }),
      why: about,
    };
  const hidden =
    choosing.faceDown === null ? "" : ` ${t("road.hide.why", { card: voice.card(choosing.faceDown) })}`;
  const counter = choosing.view.may_counter[1 - choosing.me]
    ? ` ${t("road.maycounter", { who: rival })}`
    : "";
  if (action === REVEAL)
    return {
      sentence: t("road.ask.reveal", { card: voice.card(cards[0] ?? 0) }),
      why: foretold(trips),
      seal: t("road.seal.reveal"),
    };
  if (action === INTRIGUE && need === 1)
    return {
      sentence: t("road.ask.right", { card: voice.card(cards[0] ?? 0) }),
      why: about,
      seal: t("road.seal.intrigue"),
    };
  if (action === INTRIGUE) {
    const sides = { left: voice.card(cards[0] ?? 0), right: voice.card(cards[1] ?? 0) };
    return {
      sentence: t("road.ask.intrigue", sides),
      why: t("road.ask.intrigue.why", sides),
      seal: t("road.seal.intrigue"),
    };
  }
  if (action === GIFT)
    return {
      sentence: t("road.ask.gift", { cards: listed(all.map(voice.card)) }),
      why: t("road.ask.gift.why", { who: rival }) + counter + hidden,
      seal: t("road.seal.gift"),
    };
  const pairs = choosing.pairs.map((pair) => pair.map(voice.card).join(" + "));
  return {
    sentence: t("road.ask.competition", { one: pairs[0] ?? "", other: pairs[1] ?? "" }),
    why: t("road.ask.competition.why", { who: rival }) + counter + hidden,
    seal: t("road.seal.competition"),
  };
}

function chooses(choosing: Choosing, offer: Offer, trips: Trip[], voice: Voice, rival: string): Guidance {
  const asks = offer.action === COMPETITION ? "pair" : String(choosing.count);
  const answer = choosing.mayCounter ? ` ${t("road.orcounter")}` : "";
  if (!choosing.plan)
    return {
      sentence: t(`road.ask.choose.${asks}`, { who: rival }),
      why: t(`road.ask.choose.${asks}.why`, { who: rival }) + answer,
    };
  const names = (got: boolean): string =>
    listed(offer.cards.filter((_, place) => choosing.places.includes(place) === got).map(voice.card));
  return {
    sentence: t("road.ask.taken", { cards: names(true) }),
    why: `${foretold(trips)} ${t("road.rest", { who: rival, cards: names(false) })}`,
    seal: t(`road.seal.choose.${asks}`),
  };
}

function counters(choosing: Choosing, offer: Offer, voice: Voice, rival: string): Guidance {
  const [out, into] = [choosing.places[0], choosing.cards[0]];
  if (choosing.now === "Replacing")
    return {
      sentence: t("road.ask.replace"),
      why: t("road.about.counteroffer"),
      ...(choosing.plan ? { seal: t("road.seal.counter") } : {}),
    };
  if (!choosing.plan)
    return {
      sentence: t(out === undefined ? "road.ask.out" : "road.ask.into"),
      why: t("road.about.counteroffer"),
    };
  const share = offer.action === COMPETITION ? "pair" : String(choosing.view.counter_share);
  return {
    sentence:
      into === undefined
        ? t("road.ask.out")
        : t("road.ask.counter", { out: voice.card(offer.cards[out ?? 0] ?? null), into: voice.card(into) }),
    why:
      t(`road.ask.counter.why.${share}`, { who: rival }) +
      (choosing.hiding ? ` ${t("road.hide.why", { card: voice.card(into ?? null) })}` : ""),
    seal: t("road.seal.counter"),
  };
}

/** The card whose symbols are spent, and the teahouse where its geisha stands. */
function symbol(choosing: Choosing): { card: number; teahouse: number } {
  const card = choosing.view.stage.card ?? 0;
  return { card, teahouse: choosing.view.pawns[colourOf(card)] ?? 0 };
}

/** What a symbol may be spent on: guests only, or the favour token among them. */
export function takings(
  choosing: Choosing,
): { favour: boolean; guests: number; teahouse: number; label: string }[] {
  return choosing.view.takings.map((taking) => ({ ...taking, label: tokens(taking) }));
}

export function guidance(
  choosing: Choosing,
  trips: Trip[],
  voice: Voice,
  name: (key: string) => string,
): Guidance {
  const rival = voice.names[1 - choosing.me] ?? "";
  const { offer } = choosing.view;
  switch (choosing.mode) {
    case "act":
      return act(choosing, trips, voice, rival, name);
    case "answer":
      return offer ? chooses(choosing, offer, trips, voice, rival) : NOTHING;
    case "counter":
      return offer ? counters(choosing, offer, voice, rival) : NOTHING;
    case "resolve":
      if (choosing.first === null) return { sentence: t("road.ask.resolve"), why: t("road.ask.resolve.why") };
      return {
        sentence: t("road.ask.first", { card: voice.card(choosing.first) }),
        why: foretold(trips),
        seal: t("road.seal.resolve"),
      };
    case "take": {
      const { teahouse } = symbol(choosing);
      const said = {
        sentence: t("road.ask.take"),
        why: t("road.ask.take.why", {
          geisha: geisha(teahouse),
          where: t(`road.teahouse.${colourName(teahouse)}`),
        }),
      };
      return choosing.favour === null ? said : { ...said, seal: t("road.seal.take") };
    }
    default:
      return {
        sentence: choosing.cards.length
          ? t("road.planned", { cards: listed(choosing.cards.map(voice.card)) })
          : "",
        why: "",
      };
  }
}
