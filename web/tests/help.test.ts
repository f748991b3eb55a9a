import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Help } from "../src/ui/help/help.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Element", Piece);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Something on the table that tells about itself. */
class Piece extends EventTarget {
  readonly isConnected = true;
  readonly dataset = { help: "fan" };
  closest(): Piece {
    return this;
  }
  getBoundingClientRect(): object {
    return {};
  }
  /** The mouse is seen over it. */
  over(x: number): void {
    const event = Object.assign(new Event("pointermove"), { pointerType: "mouse", screenX: x, screenY: 0 });
    this.dispatchEvent(event);
  }
}

test("a piece that comes under a resting mouse asks nothing, not even the first; one that is sought does", () => {
  const [help, piece] = [new Help(), new Piece()];
  help.attach(piece as unknown as HTMLElement);
  piece.over(10);
  piece.over(10);
  vi.advanceTimersByTime(2000);
  expect(help.about).toBeNull();
  piece.over(11);
  vi.advanceTimersByTime(2000);
  expect(help.about?.key).toBe("fan");
});
