/** The story folded: after every line, what all can see, and the journeys that it set off. */
import type { Line } from "../../lib/wire";
import { adding, chooserOf, fresh, put, without, type Board, type Seat } from "./board";
import { COUNTEROFFER, GIFT, HIDDEN_OFFER } from "./pieces";
import { resolve, settled, take, type Told, type Took, type Trip } from "./travel";
import type { Offer, Options } from "./wire";

/** A move of any kind as this seat may know it: fields that are hidden are missing. */
export interface Known {
  type: string;
  veiled: boolean;
  action?: number;
  card?: number;
  colour?: number;
  favour?: boolean;
  hidden?: boolean;
  lantern?: number;
  owner?: number;
  place?: number;
  places?: number[];
  starter?: number;
  to?: number;
}

/** Something to be told by itself: a move, or a journey that came of it. */
export interface Tale {
  line: Line;
  move: Known;
  before: Board;
  board: Board;
  trip: Trip | null;
  took: Took | null;
}

export function known(line: Line): Known {
  const { type = "", kind, shown, ...fields } = (line.move ?? {}) as Record<string, unknown>;
  if (type !== "Veiled") return { ...fields, type: String(type), veiled: false };
  return { ...(shown as object), type: String(kind), veiled: true };
}

function deal(board: Board, to: Seat, n: number): Board {
  return { ...board, hands: put(board.hands, to, board.hands[to]! + n) };
}

function use(board: Board, seat: Seat, action: number, hidden: boolean): Board {
  const after = { ...board, tokens: put(board.tokens, seat, without(board.tokens[seat]!, action)) };
  if (action < GIFT) return after;
  const down: (number | null)[] = put([null, null], seat, hidden ? 0 : null);
  const offer: Offer = { actor: seat, action, cards: [], down, partner: null, counters: 0, chosen: [] };
  return spent({ ...after, offer }, seat, hidden ? [HIDDEN_OFFER] : []);
}

function spent(board: Board, seat: Seat, specials: number[]): Board {
  const left = board.specials[seat]!.filter((special) => !specials.includes(special));
  return { ...board, specials: put(board.specials, seat, left) };
}

/** Face-up cards lie in the order of the box, behind the face-down one. */
function lay(offer: Offer, card: number): Offer {
  const first = offer.down[offer.actor] === null ? 0 : 1;
  const up = adding(offer.cards.slice(first) as number[], card);
  return { ...offer, cards: [...offer.cards.slice(0, first), ...up] };
}

const nothingAt = (offer: Offer, place: number): Offer => ({
  ...offer,
  down: offer.down.map((at) => (at === place ? null : at)),
});

function counter(board: Board, seat: Seat, hidden: boolean): Board {
  const offer = board.offer!;
  const after = { ...board, hiding: hidden, offer: { ...offer, counters: offer.counters + 1 } };
  return spent(after, seat, hidden ? [COUNTEROFFER, HIDDEN_OFFER] : [COUNTEROFFER]);
}

function remove(board: Board, place: number): Board {
  const offer = nothingAt(board.offer!, place);
  return {
    ...board,
    pool: board.pool + 1,
    gap: place,
    offer: { ...offer, cards: put(offer.cards, place, null) },
  };
}

function replace(board: Board, seat: Seat, card: number | null): Board {
  const [offer, gap] = [board.offer!, board.gap!];
  const down = board.hiding ? put(offer.down, seat, gap) : offer.down;
  return {
    ...board,
    gap: null,
    hiding: false,
    offer: { ...offer, down, cards: put(offer.cards, gap, card) },
  };
}

/** The cards of an offer change hands when nothing is face down any more. */
function divided(board: Board): Board {
  const offer = board.offer!;
  if (offer.down.some((place) => place !== null)) return board;
  const [mine, rest] = [true, false].map((got) =>
    (offer.cards as number[])
      .filter((_, place) => offer.chosen.includes(place) === got)
      .sort((a, b) => a - b),
  );
  const first = chooserOf(offer);
  return {
    ...board,
    offer: null,
    taken: put(put(board.taken, first, mine!), 1 - first, rest!),
    resolving: [first, 1 - first],
  };
}

const given = (board: Board, seat: Seat, card: number): Board => ({
  ...board,
  taken: put(board.taken, seat, [card]),
  resolving: [seat],
});

/** What the line itself does. Journeys come after. */
function moved(board: Board, seat: Seat, move: Known): Board {
  const card = move.card ?? null;
  switch (move.type) {
    case "Teahouse":
      return { ...board, circle: [...board.circle, move.colour!] };
    case "Favour":
      return { ...board, favours: put(board.favours, move.colour!, move.to!) };
    case "Deal":
      return { ...deal(board, move.to!, 1), pool: board.pool - 1 };
    case "Hang":
      return board.upper.length < 5
        ? { ...board, upper: [...board.upper, move.lantern! * 2] }
        : { ...board, lower: [...board.lower, move.lantern! * 2] };
    case "Darken":
      return { ...board, upper: put(board.upper, move.place!, board.upper[move.place!]! ^ 1) };
    case "Use":
      return use(board, seat, move.action!, move.hidden ?? false);
    case "Lay":
      return board.offer
        ? { ...deal(board, seat, -1), offer: lay(board.offer, card!) }
        : given(deal(board, seat, -1), seat, card!);
    case "Hide":
      return { ...deal(board, seat, -1), offer: { ...board.offer!, cards: [card] } };
    case "Left":
      return { ...deal(board, seat, -1), lefts: put(board.lefts, seat, true) };
    case "Right":
      return { ...deal(board, seat, -1), rights: put(board.rights, seat, true) };
    case "Pair":
      return { ...board, offer: { ...board.offer!, partner: move.place! } };
    case "Counter":
      return counter(board, seat, move.hidden ?? false);
    case "Remove":
      return remove(board, move.place!);
    case "Replace":
      return replace(deal(board, seat, -1), seat, card);
    case "Choose":
      return { ...board, offer: { ...board.offer!, chosen: move.places! } };
    case "TurnUp":
      return {
        ...board,
        offer: nothingAt({ ...board.offer!, cards: put(board.offer!.cards, move.place!, card) }, move.place!),
      };
    case "ShowLeft":
      return given({ ...board, lefts: put(board.lefts, move.owner!, false) }, move.owner!, card!);
    case "Score":
      return { ...board, scored: true };
    default:
      return board;
  }
}

function journeys(board: Board, seat: Seat, move: Known): Told {
  if (move.type === "Choose" || move.type === "TurnUp") return settled(divided(board));
  if (move.type !== "Resolve") return settled(board);
  const first = resolve(board, seat, move.card!);
  const rest = settled(first.board);
  return { board: rest.board, trips: [first.trip, ...rest.trips] };
}

/** Before each journey, what the table looked like: the journeys told one after another. */
function apart(line: Line, move: Known, board: Board, told: Told): Tale[] {
  let before = move.type === "Choose" || move.type === "TurnUp" ? divided(board) : board;
  return told.trips.map((trip) => {
    const after = resolve({ ...before, asking: null }, trip.seat, trip.card).board;
    const tale: Tale = { line, move, before, board: after, trip, took: null };
    before = after;
    return tale;
  });
}

function told(board: Board, line: Line): Tale[] {
  const move = known(line);
  const seat = line.seat ?? -1;
  if (move.type === "Take") {
    const { board: after, took } = take({ ...board, asking: null }, seat, board.asking!, move.favour!);
    const rest = settled(after);
    return [
      { line, move, before: board, board: after, trip: null, took },
      ...apart(line, { ...move, type: "" }, after, rest),
    ];
  }
  const after = moved(board, seat, move);
  return [
    { line, move, before: board, board: after, trip: null, took: null },
    ...apart(line, move, after, journeys(after, seat, move)),
  ];
}

/** What a line brings, and what all can see in the end. */
export interface Chapter {
  tales: Tale[];
  board: Board;
}

/** A line that follows the same board again brings the same. */
const folded = new WeakMap<Line, { before: Board; chapter: Chapter }>();

function remembered(before: Board, line: Line, options: Options): Chapter {
  const known = folded.get(line);
  if (known?.before === before) return known.chapter;
  const made = chapter(before, line, options);
  folded.set(line, { before, chapter: made });
  return made;
}

function chapter(board: Board, line: Line, options: Options): Chapter {
  const more = told(board.scored && line.move !== null ? fresh(options, board) : board, line);
  const { move, board: after } = more.at(-1)!;
  const asked = more.length === 1 && (move.type === "Choose" || move.type === "TurnUp");
  return { tales: more, board: asked ? divided(after) : after };
}

const beginnings = new WeakMap<Line, Chapter>();

function first(line: Line, options: Options): Chapter {
  if (!beginnings.has(line)) beginnings.set(line, chapter(fresh(options, null), line, options));
  return beginnings.get(line)!;
}

export function chapters(lines: Line[], options: Options): Chapter[] {
  const all: Chapter[] = [];
  for (const line of lines) {
    const before = all.at(-1)?.board;
    all.push(before ? remembered(before, line, options) : first(line, options));
  }
  return all;
}
