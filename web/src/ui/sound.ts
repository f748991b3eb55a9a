/** Short, dry, wooden sounds, made on the spot. */
import { settings } from "../state/settings.svelte";

export type Sound = "turn" | "tile" | "seal" | "pluck" | "round" | "win" | "loss" | "error" | "tick";
let context: AudioContext | null = null;
const audio = (): AudioContext => (context ??= new AudioContext());

function note(at: number, pitch: number, length: number, gain: number, type: OscillatorType): void {
  const ctx = audio();
  const [tone, level] = [ctx.createOscillator(), ctx.createGain()];
  tone.type = type;
  tone.frequency.setValueAtTime(pitch, at);
  level.gain.setValueAtTime(gain, at);
  level.gain.exponentialRampToValueAtTime(0.0008, at + length);
  tone.connect(level).connect(ctx.destination);
  tone.start(at);
  tone.stop(at + length);
}

function paper(at: number, length: number, low: number, gain: number): void {
  const ctx = audio();
  const noise = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const [source, filter, level] = [ctx.createBufferSource(), ctx.createBiquadFilter(), ctx.createGain()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = low;
  level.gain.value = gain;
  source.connect(filter).connect(level).connect(ctx.destination);
  source.start(at);
}

const pluck = (at: number, pitch: number): void => note(at, pitch, 0.32, 0.16, "triangle");
const block = (at: number, pitch: number): void => {
  note(at, pitch, 0.09, 0.3, "sine");
  note(at, pitch * 2.7, 0.04, 0.12, "sine");
};

const SOUNDS: Record<Sound, (now: number) => void> = {
  turn: (now) => block(now, 820),
  tile: (now) => paper(now, 0.16, 2400, 0.35),
  seal: (now) => {
    note(now, 110, 0.14, 0.4, "sine");
    paper(now, 0.05, 500, 0.4);
  },
  pluck: (now) => pluck(now, 587),
  round: (now) => [440, 587, 660].forEach((pitch, i) => pluck(now + i * 0.11, pitch)),
  win: (now) => [440, 554, 659].forEach((pitch, i) => pluck(now + i * 0.1, pitch)),
  loss: (now) => [659, 554, 440].forEach((pitch, i) => pluck(now + i * 0.1, pitch)),
  error: (now) => note(now, 90, 0.2, 0.3, "sine"),
  tick: (now) => note(now, 1200, 0.03, 0.08, "sine"),
};

export function play(sound: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  SOUNDS[sound](audio().currentTime + 0.005);
}
