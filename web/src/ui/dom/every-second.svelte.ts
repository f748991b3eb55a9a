/** The time, in whole seconds, while somebody looks at it. */
export class Seconds {
  now = $state(performance.now());

  /** Called inside an effect. */
  run(): () => void {
    const timer = setInterval(() => (this.now = performance.now()), 500);
    return () => clearInterval(timer);
  }
}

/** 0:07, 12:30. */
export function minutes(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
