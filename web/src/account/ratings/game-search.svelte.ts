/** A search among a member's finished games, a page at a time. */
import { api } from "../../api/rest";
import { sentenceOf } from "../../api/problem";
import type { MemberGame } from "../../api/wire";

export const FIELDS = ["game", "result", "kind", "options", "opponent", "from", "until"] as const;
export type Wanted = Record<(typeof FIELDS)[number], string>;

const DAY = 86_400;

/** The beginning of a day in this browser's time, in seconds since 1970. */
const beginning = (day: string): number => new Date(`${day}T00:00`).getTime() / 1000;

/** What is asked of the house: days become moments, and the last day counts as a whole. */
export function question({ from, until, ...others }: Wanted): Record<string, string> {
  const about = Object.fromEntries(Object.entries(others).filter(([, value]) => value));
  const since = beginning(from);
  const before = beginning(until) + DAY;
  return {
    ...about,
    ...(Number.isFinite(since) ? { since: String(since) } : {}),
    ...(Number.isFinite(before) ? { until: String(before) } : {}),
  };
}

export class GameSearch {
  games = $state.raw<MemberGame[]>([]);
  next = $state.raw<number | null>(null);
  loaded = $state(false);
  problem = $state("");
  private asked: { name: string; wanted: Record<string, string> } | null = null;

  async load(name: string, wanted: Wanted): Promise<void> {
    const asked = (this.asked = { name, wanted: question(wanted) });
    this.problem = "";
    try {
      const page = await api.memberGames(name, asked.wanted);
      if (asked !== this.asked) return;
      this.games = page.games;
      this.next = page.next;
    } catch (error) {
      if (asked === this.asked) this.problem = sentenceOf(error);
    }
    this.loaded = true;
  }

  async more(): Promise<void> {
    const asked = this.asked;
    if (!asked || this.next === null) return;
    try {
      const page = await api.memberGames(asked.name, { ...asked.wanted, before: String(this.next) });
      if (asked !== this.asked) return;
      this.games = [...this.games, ...page.games];
      this.next = page.next;
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }
}
