/** One WebSocket for all that a page hears besides a table: the guest's own tables, the lobby, a place in the queue. */
import { HouseSocket, type Listener } from "./socket";
import type { ClientMessage } from "./wire";

class Line {
  private readonly listeners = new Set<Listener>();
  private socket: HouseSocket | null = null;

  /** Listen from now on; what is returned ends it. */
  join(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.socket) listener.opened();
    else this.open();
    return () => this.leave(listener);
  }

  /** False if nobody could hear it. */
  send(message: ClientMessage): boolean {
    return this.socket?.send(message) ?? false;
  }

  /** The guest has a new cookie. */
  renew(): void {
    this.socket?.renew();
  }

  private open(): void {
    this.socket = new HouseSocket({
      opened: () => this.each((one) => one.opened()),
      heard: (message) => this.each((one) => one.heard(message)),
      lost: (again, trouble) => this.each((one) => one.lost(again, trouble)),
    });
  }

  private leave(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.listeners.size) return;
    this.socket?.close();
    this.socket = null;
  }

  private each(tell: (one: Listener) => void): void {
    for (const one of [...this.listeners]) tell(one);
  }
}

export const line = new Line();
