/** The wing of a game from an installed package: a built module that brings a runtime of its own, so what passes
    between us is plain data. docs/adding-a-game.md tells how to write one. */
import { Catalogue } from "./catalogue.svelte";
import { settings } from "../state/settings.svelte";
import type { Choice, Result } from "../api/wire";
import type { Holes } from "../i18n/phrases.svelte";
import type { Session } from "../table/session/session.svelte";

/** All that a wing is told of a moment. */
export interface News {
  /** How many rows the log has: a greater number is a later moment. */
  seq: number;
  /** Through whose eyes we look; null: the gallery. */
  seat: number | null;
  names: string[];
  view: unknown;
  /** Whether a choice is taken now (not for a moment after the turn flips, nor while one is on its way) ... */
  mine: boolean;
  /** ... and what there is to choose: nothing else can be done. */
  choices: Choice[];
  result: Result | null;
  lang: string;
}

/** What a wing is given. */
export interface Outside {
  /** Tells the news, now and whenever there are any, until what it returns is called. */
  follow(tell: (news: News) => void): () => void;
  /** One of the choices, sealed. */
  submit(choice: Choice): void;
  /** A phrase of the game's own catalogue. */
  say(key: string, holes?: Holes): string;
}

/** What the module must export: `mount` draws into the element and returns how to take it down. */
export interface OutsideWing {
  mount(element: HTMLElement, session: Outside): () => void;
}

export const fetchWing = (address: string): Promise<OutsideWing> => import(/* @vite-ignore */ address);

export function outside(session: Session, book: Catalogue): Outside {
  return {
    follow: (tell) =>
      $effect.root(() => {
        $effect(() => tell(newsOf(session)));
      }),
    submit: (choice) => session.submit(choice),
    say: (key, holes) => book.say(key, holes),
  };
}

function newsOf(session: Session): News {
  const last = session.last;
  return {
    seq: last?.seq ?? 0,
    seat: session.seat,
    names: session.names,
    view: last?.view ?? null,
    mine: session.myTurn && !session.resting && !session.sealing,
    choices: session.choices,
    result: last?.result ?? null,
    lang: settings.lang,
  };
}
