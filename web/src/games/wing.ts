/** What a game brings to the browser: the `wing.ts` in its folder is all that the rest of the app knows of it.
    The street needs the first half at once; the second half comes when it is asked for. */
import type { Component } from "svelte";
import type { Chapter } from "../lib/chapters";
import type { Lang } from "../lib/lang";
import type { Look } from "../lib/look";
import type { Frame } from "../lib/wire";
import type { Book, Later } from "../lib/words.svelte";
import type { Lesson } from "../learn/lesson";
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

/** What is written on the door. */
export interface Door {
  title: string;
  line: string;
  /** What newcomers are offered, if they are sent here. */
  now?: string;
  /** What each lesson is called. */
  lessons: Record<string, string>;
}

export interface Wing {
  /** Where its house stands in the street, from the left. */
  place: number;
  /** Newcomers are sent here. */
  first?: boolean;
  look: Look;
  /** The drawing of its house, in colours of the street. */
  facade: string;
  door: Record<Lang, Door>;
  credits: { designer: string; publishers: string };
  chapters: Later<Chapter[]>;

  words: Record<Lang, Later<Book>>;
  table: Later<Component<TableProps>>;
  replay: Later<Component<ReplayProps>>;
  /** In their order. */
  lessons: Record<string, Later<Lesson>>;
}
