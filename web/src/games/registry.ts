/** What the browser has of its own for a game. All of it comes when it is asked for; a game without an entry is
    played at the generic table. */
import type { Component } from "svelte";
import type { Frame } from "../lib/wire";
import type { Lesson } from "../learn/course.svelte";
import type { Session } from "../table/session.svelte";

export interface TableProps {
  session: Session;
  onlist: () => void;
}

export interface ReplayProps {
  id: string;
  frames: Frame[];
  place: number;
  names: string[];
  hintable: boolean;
  over: boolean;
  ongo: (seq: number) => void;
}

type Later<T> = () => Promise<{ default: T }>;

export interface Wing {
  table: Later<Component<TableProps>>;
  replay?: Later<Component<ReplayProps>>;
  /** The page of /learn/GAME, if it has one of its own ... */
  learn?: Later<Component>;
  /** ... or its lessons, in order, at the game's own table. */
  lessons?: Record<string, Later<Lesson>>;
}

export const WINGS: Record<string, Wing> = {
  hanamikoji: {
    table: () => import("./hanamikoji/HanamikojiTable.svelte"),
    replay: () => import("./hanamikoji/HanamikojiReplay.svelte"),
    lessons: { round: () => import("./hanamikoji/lesson") },
  },
  geishas_road: {
    table: () => import("./geishas_road/RoadTable.svelte"),
    replay: () => import("./geishas_road/RoadReplay.svelte"),
    lessons: {
      basic: () => import("./geishas_road/lessons/basic.json"),
      guests: () => import("./geishas_road/lessons/guests.json"),
      specials: () => import("./geishas_road/lessons/specials.json"),
    },
  },
  okiya: {
    table: () => import("./okiya/OkiyaTable.svelte"),
    replay: () => import("./okiya/OkiyaReplay.svelte"),
    learn: () => import("../learn/LearnOkiya.svelte"),
  },
  mai_star: {
    table: () => import("./mai_star/MaiStarTable.svelte"),
    replay: () => import("./mai_star/MaiStarReplay.svelte"),
    lessons: { festival: () => import("./mai_star/lessons/festival") },
  },
};

export const wingOf = (game: string): Wing | undefined =>
  Object.hasOwn(WINGS, game) ? WINGS[game] : undefined;
