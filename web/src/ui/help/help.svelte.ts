/** Help on every piece: whatever has data-help tells about itself when the mouse rests on it, when the focus
    stays, after a long press, or at once when it is there for nothing else (data-tell). */
const HOVER = 450;
const FOCUS = 1100;
const PRESS = 450;

export interface About {
  key: string;
  /** Where it points at, in the window. */
  at: DOMRect;
}

/** Where the mouse was seen last, at whatever table; at first nowhere. */
let seen: { x: number; y: number } | null = null;
const pieceAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-help]") : null;

export class Help {
  about = $state.raw<About | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pressed = false;
  /** The piece under the mouse. */
  private over: Element | null = null;

  close = (): void => {
    clearTimeout(this.timer);
    this.about = null;
  };

  attach = (root: HTMLElement): (() => void) => {
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      hear: (event: HTMLElementEventMap[K]) => void,
      capture = false,
    ): (() => void) => {
      root.addEventListener(type, hear, capture);
      return () => root.removeEventListener(type, hear, capture);
    };
    const ends = [
      listen("pointermove", (event) => event.pointerType === "mouse" && this.hover(event)),
      listen("pointerout", (event) => event.pointerType === "mouse" && this.leave(event)),
      listen("pointerdown", (event) => {
        this.pressed = false;
        if (event.pointerType === "mouse") this.close();
        else this.later(event.target, PRESS, true);
      }),
      listen("pointerup", (event) => event.pointerType !== "mouse" && clearTimeout(this.timer)),
      listen("pointercancel", this.close),
      listen(
        "focusin",
        ({ target }) =>
          target instanceof Element && target.matches(":focus-visible") && this.later(target, FOCUS),
      ),
      // a piece may lose the focus because the page takes it away, when no state may change
      listen("focusout", () => queueMicrotask(this.close)),
      listen("click", (event) => this.click(event), true),
      listen("contextmenu", (event) => this.pressed && event.preventDefault()),
    ];
    return () => ends.forEach((end) => end());
  };

  /** A piece that comes under a resting mouse asks nothing; nor does one that was just clicked. */
  private hover({ target, screenX: x, screenY: y }: PointerEvent): void {
    const moved = seen !== null && (seen.x !== x || seen.y !== y);
    seen = { x, y };
    const piece = pieceAt(target);
    if (!moved || piece === this.over) return;
    this.over = piece;
    this.later(target, HOVER);
  }

  private leave({ relatedTarget }: PointerEvent): void {
    if (this.over && pieceAt(relatedTarget) === this.over) return;
    this.over = null;
    this.close();
  }

  private later(target: EventTarget | null, wait: number, press = false): void {
    this.close();
    const piece = pieceAt(target);
    if (!piece) return;
    this.timer = setTimeout(() => {
      this.pressed = press;
      this.show(piece);
    }, wait);
  }

  private click(event: MouseEvent): void {
    const piece = pieceAt(event.target);
    if (this.pressed) {
      // the press was a question, not a choice
      this.pressed = false;
      event.preventDefault();
      event.stopPropagation();
    } else if (piece && "tell" in piece.dataset) this.show(piece);
    else this.close();
  }

  private show(piece: HTMLElement): void {
    clearTimeout(this.timer);
    if (piece.isConnected) this.about = { key: piece.dataset.help ?? "", at: piece.getBoundingClientRect() };
  }
}
