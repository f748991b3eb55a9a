/** When the person at this browser sees the page: it is in front and has the focus, or is touched. */
const TOUCHES = ["pointermove", "pointerdown", "keydown", "focus"] as const;

/** Call once when the page is seen, perhaps at once. What it returns ends the wait. */
export function whenSeen(done: () => void): () => void {
  const stop = (): void => {
    document.removeEventListener("visibilitychange", look);
    for (const touch of TOUCHES) window.removeEventListener(touch, touched);
  };
  const touched = (): void => {
    stop();
    done();
  };
  const look = (): void => {
    if (document.visibilityState === "visible" && document.hasFocus()) touched();
  };
  document.addEventListener("visibilitychange", look);
  for (const touch of TOUCHES) window.addEventListener(touch, touched);
  look();
  return stop;
}
