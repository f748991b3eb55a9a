/** Fair shuffles, checked in the browser (docs/fairness.md). WebCrypto is missing on plain http, so SHA-256 is here. */
import type { Chance } from "../api/wire";

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
}
const PRIMES = primes(64);
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
const K = PRIMES.map((p) => fraction(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function padded(data: Uint8Array): DataView {
  const size = (((data.length + 8) >> 6) + 1) << 6;
  const bytes = new Uint8Array(size);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(size - 4, data.length << 3);
  return view;
}

function block(h: number[], view: DataView, at: number): number[] {
  const w = new Int32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const [a, b] = [w[i - 15] ?? 0, w[i - 2] ?? 0];
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, z = 0] = h;
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (z + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [z, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, z].map((x, i) => (x + (h[i] ?? 0)) | 0);
}

export function sha256(data: Uint8Array): Uint8Array {
  const view = padded(data);
  let h = START;
  for (let at = 0; at < view.byteLength; at += 64) h = block(h, view, at);
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((x, i) => out.setInt32(i * 4, x));
  return new Uint8Array(out.buffer);
}

const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const short = key.length > 64 ? sha256(key) : key;
  const pad = (by: number): Uint8Array => Uint8Array.from({ length: 64 }, (_, i) => (short[i] ?? 0) ^ by);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), data))));
}

export const hex = (bytes: Uint8Array): string =>
  [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
export const unhex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const four = (n: number): Uint8Array => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);

export function keyOf(seed: Uint8Array, words: string[]): Uint8Array {
  const said = words.map((each) => new TextEncoder().encode(each));
  return hmac(seed, joined(...said.flatMap((each) => [four(each.length), each])));
}

/** Chance number k of a round, with this total weight. */
export function draw(key: Uint8Array, round: number, k: number, total: bigint): bigint {
  const all = 1n << 256n;
  for (let t = 0; ; t++) {
    const x = BigInt(`0x${hex(hmac(key, joined(four(round), four(k), four(t))))}`);
    if (x < all - (all % total)) return x % total;
  }
}

export interface Proof {
  sealed: boolean;
  throws: number;
  broken: number | null;
}

/** Whether the seed is the sealed one and every throw follows from it; `broken` is the first that does not. */
export function prove(commitment: string, seed: string, words: string[], chances: Chance[]): Proof {
  const bytes = unhex(seed);
  const key = keyOf(bytes, words);
  const counts = new Map<number, number>();
  const follows = ([round, total, pick]: Chance): boolean => {
    if (total === 1) return pick === 0;
    const k = counts.get(round) ?? 0;
    counts.set(round, k + 1);
    return draw(key, round, k, BigInt(total)) === BigInt(pick);
  };
  const broken = chances.findIndex((chance) => !follows(chance));
  const throws = chances.filter(([, total]) => total > 1).length;
  return { sealed: hex(sha256(bytes)) === commitment, throws, broken: broken < 0 ? null : broken };
}
