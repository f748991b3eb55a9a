/** This browser's user, or whoever is new in this network, may not use this server for a while. */
class Banned {
  /** What the server says of it: why, and until when. */
  sentence = $state("");
  /** Members may sign in from here. */
  network = $state(false);

  hear(reason: string, sentence: string): void {
    this.sentence = sentence;
    this.network = reason === "banned_address";
  }
}

export const BANS = ["banned", "banned_address"];
export const banned = new Banned();
