/** This browser's user may not use this server for a while. */
class Banned {
  /** What the server says of it: why, and until when. */
  sentence = $state("");

  hear(sentence: string): void {
    this.sentence = sentence;
  }
}

export const banned = new Banned();
