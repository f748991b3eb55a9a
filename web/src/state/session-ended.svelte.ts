/** This browser was a guest's and is nobody's any more: another one of theirs has ended it. */
import { clearDrawers } from "./storage/clear-storage";

class Ended {
  /** What the house says of it. */
  sentence = $state("");

  hear(sentence: string): void {
    if (this.sentence) return;
    this.sentence = sentence;
    clearDrawers();
  }
}

export const ended = new Ended();
