/** Opening a table from anywhere: the house learns a name, seals, gets our words; then the page changes. */
import { api } from "../api/rest";
import { games, guest } from "../user/user.svelte";
import { keepLinks } from "../state/storage/seat-links";
import { giveWords } from "../fairness/pledge";
import { router } from "../state/router.svelte";
import type { SeatWish, TableWish } from "../api/wire";

export async function openTable(wish: TableWish, name = "", words = ""): Promise<void> {
  await guest.known(name);
  const { id, links, commitment } = await api.open(wish);
  keepLinks(id, links);
  // if they get lost, the table's page sends them again
  await giveWords(id, commitment, words).catch(() => undefined);
  void guest.load();
  router.go(`/t/${id}`);
}

export function playNow(game: string, level: string): Promise<void> {
  const rivals = (games.of(game)?.seats[0] ?? 2) - 1;
  const seats: SeatWish[] = [
    { kind: "me" },
    ...Array.from({ length: rivals }, () => ({ kind: "bot", level })),
  ];
  return openTable({
    game,
    options: {},
    seats,
    spectators: true,
    takebacks: true,
    hints: true,
    unhurried: true,
  });
}
