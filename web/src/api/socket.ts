/** One WebSocket to the house that comes back by itself, slower each time. */
import { api } from "./rest";
import { keepUp } from "./app-version";
import type { ClientMessage, HouseMessage } from "./wire";

const WAITS = [300, 1000, 2000, 4000, 8000, 15000];
/** Closed because we were too fast, or because the house is full: the first tries are left out. */
const SLOWLY = [1008, 1013];
/** The server is there, and in trouble: an error of its own, a restart, or it cannot serve now. */
const TROUBLE = [1011, 1012, 1013];
/** This browser is nobody's any more. */
const ENDED = 4001;
/** The host has banned this browser's user. */
const BANNED = 4003;
const HEARTBEAT = 20_000;
const PATIENCE = 8_000;

export interface Listener {
  opened(): void;
  heard(message: HouseMessage): void;
  /** Gone; the next try is in so many milliseconds. `trouble`: the server was there, and could not serve. */
  lost(again: number, trouble: boolean): void;
  /** It turns out that the server answers, though it serves no socket. */
  troubled?(): void;
}

export class HouseSocket {
  private socket: WebSocket | null = null;
  private tries = 0;
  private closed = false;
  /** It was there and went: the house may have been renewed meanwhile. */
  private lost = false;
  private beat: ReturnType<typeof setInterval> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  /** The browser knows at once what a silent line would tell only after a while. */
  private readonly cut = (): void => {
    if (this.socket) this.again();
  };
  private readonly back = (): void => this.hurry();

  constructor(private readonly listener: Listener) {
    addEventListener("offline", this.cut);
    addEventListener("online", this.back);
    this.open();
  }

  /** False if nobody could hear it. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Opens anew, with the cookie of now. */
  renew(): void {
    this.drop();
    this.tries = 0;
    this.open();
  }

  /** Tries at once instead of waiting. */
  hurry(): void {
    if (!this.socket && !this.closed) this.renew();
  }

  close(): void {
    this.closed = true;
    removeEventListener("offline", this.cut);
    removeEventListener("online", this.back);
    this.drop();
  }

  private open(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.beat = setInterval(() => this.ping(), HEARTBEAT);
      if (this.lost) void keepUp();
      this.lost = false;
      this.listener.opened();
    };
    socket.onmessage = (event) => {
      this.tries = 0;
      clearTimeout(this.silence);
      const message = JSON.parse(String(event.data)) as HouseMessage;
      if (message.type === "ping") this.send({ type: "pong" });
      else this.listener.heard(message);
    };
    socket.onclose = ({ code }) => {
      // the house says it in words when it is asked who we are, and takes the cookie away
      if (code === ENDED || code === BANNED) void api.me().catch(() => undefined);
      this.again(SLOWLY.includes(code) ? 2 : 0, TROUBLE.includes(code));
    };
  }

  private ping(): void {
    this.send({ type: "ping" });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.again(), PATIENCE);
  }

  private again(least = 0, trouble = false): void {
    this.drop();
    if (this.closed) return;
    this.lost = true;
    this.tries = Math.max(this.tries, least);
    // not all at the same moment when the house comes back
    const wait = (WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 0) * (1 + Math.random() / 4);
    this.timer = setTimeout(() => this.open(), wait);
    this.listener.lost(wait, trouble);
    if (!trouble && this.tries > 1) void this.probe();
  }

  /** A line that is cut again at once: the server is gone, or it is there and in trouble. */
  private async probe(): Promise<void> {
    const answers = await api.isAlive();
    if (answers && !this.socket && !this.closed) this.listener.troubled?.();
  }

  private drop(): void {
    clearInterval(this.beat);
    clearTimeout(this.silence);
    clearTimeout(this.timer);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.socket = null;
  }
}
