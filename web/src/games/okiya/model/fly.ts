/** A taken tile slides out of the garden to the place of the tile to match. Call it before the page changes,
    and what it returns after. */
export function fly(square: number): (() => void) | undefined {
  const face = document.querySelector<HTMLElement>(`[data-square="${square}"] .face`);
  if (!face) return;
  const from = face.getBoundingClientRect();
  const ghost = face.cloneNode(true) as HTMLElement;
  return () => {
    const goal = document.querySelector<HTMLElement>(".match .face");
    if (!goal) return;
    const to = goal.getBoundingClientRect();
    Object.assign(ghost.style, {
      position: "fixed",
      inset: "auto",
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
      zIndex: "9",
      transformOrigin: "0 0",
      pointerEvents: "none",
    });
    document.body.append(ghost);
    const [dx, dy, by] = [to.left - from.left, to.top - from.top, to.width / from.width];
    const path = [
      { transform: "none" },
      { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 26}px) scale(${(1 + by) / 2})` },
      { transform: `translate(${dx}px, ${dy}px) scale(${by})` },
    ];
    const ease = "cubic-bezier(.2,.7,.2,1)";
    ghost.animate(path, { duration: 320, easing: ease }).finished.finally(() => ghost.remove());
    goal.animate([{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], { duration: 320 });
  };
}
