/** What a game brings to the browser: the `index.ts` in its folder, and the `house.ts` that stands in the street,
    are all that the rest of the app knows of it. */
import type { Component } from "svelte";
import type { Chapter, Pictures } from "../i18n/chapters";
import type { Lang } from "../i18n/lang";
import type { ExplorerMove, Frame, Hold, Line, StudyLaid, Tagged } from "../api/wire";
import type { Book, Later } from "../i18n/phrases.svelte";
import type { Lesson } from "./lesson";
import type { Row } from "../table/log/rows";
import type { Open } from "../table/session/session.svelte";

export interface TableProps<View = unknown, Move extends Tagged = Tagged> {
  session: Open<View, Move>;
  onlist: () => void;
}

export interface ReplayProps<View = unknown, Move extends Tagged = Tagged> {
  id: string;
  frames: Frame<View, Move>[];
  /** Which of them is looked at, and what is seen then. */
  place: number;
  frame: Frame<View, Move>;
  view: View;
  names: string[];
  hintable: boolean;
  over: boolean;
  ongo: (seq: number) => void;
  /** A hidden card that a study supposes to lie there: it is hatched. */
  laid?: StudyLaid | null;
}

/** A game told again as rows of its log, each a step of the replay: its lines, as some eyes heard them, and its
    last view. */
export type Retell<View = unknown, Move extends Tagged = Tagged> = (
  lines: Line<Move>[],
  view: View,
  names: string[],
) => Row[];

export interface BeliefsProps {
  holds: Hold[];
  /** Who decided, and who may hold it. */
  who: string;
  rival: string;
}

/** A position of the explorer: a legal move is chosen by its notation. */
export interface WalkProps<View = unknown> {
  view: View;
  /** What each legal move is worth, the best first. */
  moves: ExplorerMove[];
  onplay: (notation: string) => void;
}

/** What a game brings whose moves have exact values. */
export interface WalkOf<View = unknown, Move extends Tagged = Tagged> {
  Board: Component<WalkProps<View>>;
  /** Where the explorer begins from a moment of a game: the query of its address. */
  from: (frames: Frame<View, Move>[], place: number) => string;
}

/** A wing that knows the views and the moves of its game. */
export interface WingOf<View, Move extends Tagged> {
  credits: { designer: string; publishers: string };
  chapters: Later<Chapter[]>;
  pictures: Later<Pictures>;
  words: Record<Lang, Later<Book>>;
  table: Later<Component<TableProps<View, Move>>>;
  replay: Later<Component<ReplayProps<View, Move>>>;
  rows: Later<Retell<View, Move>>;
  /** What a rival may hold, in a review: better drawn than listed. */
  beliefs?: Later<Component<BeliefsProps>>;
  walk?: Later<WalkOf<View, Move>>;
  /** In their order. */
  lessons: Record<string, Later<Lesson>>;
}

export type Wing = WingOf<unknown, Tagged>;

/** The one place where the app trusts that the house sends a game what is the game's. */
export const wing = <View, Move extends Tagged>(own: WingOf<View, Move>): Wing => own as unknown as Wing;
