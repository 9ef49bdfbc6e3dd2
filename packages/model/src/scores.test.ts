import { expect, test } from "vitest";
import { keyHash } from "./key-hash.ts";
import { bytesPerPerson, readScores, writeScores } from "./scores.ts";

/** SipHash-2-4 with a zero key, directly from the paper with BigInt. */
function plainHash(text: string): bigint {
  const mask = (1n << 64n) - 1n;
  const turned = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & mask;
  let [v0, v1, v2, v3] = [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n];
  const round = (): void => {
    v0 = (v0 + v1) & mask;
    v1 = turned(v1, 13n) ^ v0;
    v0 = turned(v0, 32n);
    v2 = (v2 + v3) & mask;
    v3 = turned(v3, 16n) ^ v2;
    v0 = (v0 + v3) & mask;
    v3 = turned(v3, 21n) ^ v0;
    v2 = (v2 + v1) & mask;
    v1 = turned(v1, 17n) ^ v2;
    v2 = turned(v2, 32n);
  };
  const bytes = Uint8Array.from(encodeURIComponent(text).match(/%..|./gs) ?? [], (part) =>
    part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  );
  const padded = new Uint8Array(Math.floor(bytes.length / 8) * 8 + 8);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length & 0xff;
  const view = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += 8) {
    const word = view.getBigUint64(at, true);
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
  v2 ^= 0xffn;
  for (let turn = 0; turn < 4; turn += 1) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

const hashOf = (text: string): bigint => {
  const { high, low } = keyHash(text);
  return (BigInt(high) << 32n) | BigInt(low);
};

test("the hash of a key is SipHash, for texts of every length and characters of every size", () => {
  for (let length = 0; length < 80; length += 1) {
    for (const letter of ["a", "\u00e9", "\u{1f388}", "\u0000", "\u00ff"]) {
      const text = Array.from({ length }, (_, at) => (at % 7 === 3 ? letter : String.fromCharCode(33 + ((at * 31 + length) % 90)))).join(
        "",
      );
      expect(hashOf(text)).toBe(plainHash(text));
    }
  }
});

function scored(keys: readonly string[]) {
  const ordered = keys.map((key, at) => ({ ...keyHash(key), score: at / keys.length })).sort((a, b) => a.high - b.high || a.low - b.low);
  return writeScores(
    Uint32Array.from(ordered, ({ high }) => high),
    Uint32Array.from(ordered, ({ low }) => low),
    Float64Array.from(ordered, ({ score }) => score),
  );
}

test("every person is found, and no other key", () => {
  const keys = Array.from({ length: 5_000 }, (_, at) => `person ${at}`);
  const bytes = scored(keys);
  expect(bytes.length).toBe(keys.length * bytesPerPerson);
  // As a subarray at an unaligned offset.
  const within = new Uint8Array(bytes.length + 3);
  within.set(bytes, 3);
  const scores = readScores(within.subarray(3));
  expect(scores.persons).toBe(keys.length);
  for (const [at, key] of keys.entries()) expect(scores.find(key)).toBe(at / keys.length);
  for (let at = 0; at < 5_000; at += 1) expect(scores.find(`unknown ${at}`)).toBeUndefined();
  for (const key of [undefined, null, "", "person", "__proto__", Number.NaN]) expect(scores.find(key)).toBeUndefined();
});

test("a number is found by its text", () => {
  const scores = readScores(scored(["42", "-7"]));
  expect([scores.find(42), scores.find("42"), scores.find(-7), scores.find(43)]).toEqual([0, 0, 0.5, undefined]);
});

test("an empty list is valid, a truncated one is not", () => {
  expect(readScores(new Uint8Array(0)).find("x")).toBeUndefined();
  expect(() => readScores(new Uint8Array(15))).toThrow("not whole");
});

test("unordered and duplicate persons are refused", () => {
  const twice = Uint32Array.of(1, 1);
  expect(() => writeScores(twice, twice, Float64Array.of(0, 1))).toThrow("order");
  expect(() => writeScores(Uint32Array.of(2, 1), twice, Float64Array.of(0, 1))).toThrow("order");
});
