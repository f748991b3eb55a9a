/** How a geisha travels, so that it can be shown step by step and foreseen: the twin of travel.py, which is the
    law. Games told by both are compared in a test, and when a story is told the table shows the house's view. */
import { adding, put, without, type Board, type Seat } from "./board";
import { colourOf, symbolsOf, turned, valueOf } from "./pieces";

export interface Took {
  teahouse: number;
  guests: number;
  favour: boolean;
}

/** One card resolved. */
export interface Trip {
  seat: Seat;
  card: number;
  /** The teahouses on the way, where she stops last. */
  path: number[];
  home: boolean;
  /** What came to her tile, or was turned over there. */
  lantern: number | null;
  flipped: boolean;
  took: Took | null;
  /** Its player may choose what to take. */
  asks: boolean;
}

export interface Told {
  board: Board;
  trips: Trip[];
}

function lit(board: Board, colour: number): { board: Board; lantern: number | null; flipped: boolean } {
  const tile = board.tiles[colour]!;
  const flipped = board.destiny && tile.length > 0;
  if (flipped) {
    const lantern = turned(tile[0]!);
    return { board: { ...board, tiles: put(board.tiles, colour, [lantern]) }, lantern, flipped };
  }
  const row = tile.length ? "lower" : "upper";
  const [lantern = null, ...rest] = board[row];
  const lanterns = lantern === null ? tile : [...tile, lantern];
  return { board: { ...board, [row]: rest, tiles: put(board.tiles, colour, lanterns) }, lantern, flipped };
}

/** Guests for the symbols of a card, and perhaps the favour token among them. */
export function take(board: Board, seat: Seat, card: number, favour: boolean): { board: Board; took: Took } {
  const teahouse = board.pawns[colourOf(card)]!;
  const guests = Math.min(symbolsOf(card) - Number(favour), board.waiting[teahouse]!);
  const own = board.guests[seat]!;
  const after = {
    ...board,
    waiting: put(board.waiting, teahouse, board.waiting[teahouse]! - guests),
    guests: put(board.guests, seat, put(own, teahouse, own[teahouse]! + guests)),
    favours: favour ? put(board.favours, teahouse, seat) : board.favours,
  };
  return { board: after, took: { teahouse, guests, favour } };
}

function mustChoose(board: Board, seat: Seat, card: number): boolean {
  const teahouse = board.pawns[colourOf(card)]!;
  if (board.favours[teahouse] !== null || board.waiting[teahouse]! < symbolsOf(card)) return false;
  if (!board.taken[seat]!.length) return true;
  const [one, other] = [false, true].map((favour) => settled(take(board, seat, card, favour).board).board);
  return !alike(one!, other!);
}

export function resolve(board: Board, seat: Seat, card: number): { board: Board; trip: Trip } {
  const [colour, left] = [colourOf(card), without(board.taken[seat]!, card)];
  const at = board.circle.indexOf(board.pawns[colour]!);
  const path = Array.from({ length: valueOf(card) }, (_, i) => board.circle[(at + i + 1) % 5]!);
  const home = path.at(-1) === colour;
  let after: Board = {
    ...board,
    resolving: left.length ? board.resolving : board.resolving.slice(1),
    taken: put(board.taken, seat, left),
    sides: put(board.sides, seat, adding(board.sides[seat]!, card)),
    pawns: put(board.pawns, colour, path.at(-1)!),
  };
  const trip: Trip = { seat, card, path, home, lantern: null, flipped: false, took: null, asks: false };
  if (home) {
    const shone = lit(after, colour);
    after = shone.board;
    Object.assign(trip, { lantern: shone.lantern, flipped: shone.flipped });
  }
  if (board.mode === "basic" || !symbolsOf(card)) return { board: after, trip };
  if (mustChoose(after, seat, card))
    return { board: { ...after, asking: card }, trip: { ...trip, asks: true } };
  const visit = take(after, seat, card, after.favours[path.at(-1)!] === null);
  return { board: visit.board, trip: { ...trip, took: visit.took } };
}

const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Both cards, unless there is a choice between them. */
function inOrder(board: Board, seat: Seat, cards: number[]): Told | null {
  const first = resolve(board, seat, cards[0]!);
  if (first.board.asking !== null) return null;
  const second = resolve(first.board, seat, cards[1]!);
  return { board: second.board, trips: [first.trip, second.trip] };
}

/** What nobody must choose happens at once. */
export function settled(board: Board): Told {
  const trips: Trip[] = [];
  while (board.resolving.length && board.asking === null) {
    const seat = board.resolving[0]!;
    const cards = board.taken[seat]!;
    if (cards.length === 1) {
      const one = resolve(board, seat, cards[0]!);
      board = one.board;
      trips.push(one.trip);
      continue;
    }
    const [there, back] = [inOrder(board, seat, cards), inOrder(board, seat, cards.toReversed())];
    if (!there || !alike(there.board, back?.board)) break;
    board = there.board;
    trips.push(...there.trips);
  }
  return { board, trips };
}

/** What would happen to these cards of a seat, in this order. */
export function foreseen(board: Board, seat: Seat, cards: number[]): Told {
  let now: Board = { ...board, taken: put(board.taken, seat, cards), resolving: [seat], asking: null };
  const trips: Trip[] = [];
  for (const card of cards) {
    const next = resolve({ ...now, asking: null }, seat, card);
    now = next.board;
    trips.push(next.trip);
  }
  return { board: now, trips };
}
