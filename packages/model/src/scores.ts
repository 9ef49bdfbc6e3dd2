import type { Given } from "./artefact.ts";
import { keyHash } from "./key-hash.ts";

/** A model's scores of all persons at one moment, for lookup by the key of a person. */
export interface Scores {
  readonly persons: number;
  /** Undefined for a missing key, or one without a score. */
  readonly find: (key: Given) => number | undefined;
}

/** Per person: 4 bytes of the high half of the key's hash, 4 of the low half, 8 of the score. */
export const bytesPerPerson = 16;

/** Three arrays, one after another: high halves, low halves, scores. Persons are ordered by hash, so equal scores give equal bytes. */
export function writeScores(high: Uint32Array, low: Uint32Array, scores: Float64Array): Uint8Array {
  const persons = scores.length;
  const view = new DataView(new ArrayBuffer(persons * bytesPerPerson));
  for (let at = 0; at < persons; at += 1) {
    if (at > 0 && compare(high, low, at - 1, high[at] ?? 0, low[at] ?? 0) >= 0)
      throw new Error("Persons are to come in the order of their hashes.");
    view.setUint32(at * 4, high[at] ?? 0, true);
    view.setUint32((persons + at) * 4, low[at] ?? 0, true);
    view.setFloat64(persons * 8 + at * 8, scores[at] ?? Number.NaN, true);
  }
  return new Uint8Array(view.buffer);
}

export function readScores(bytes: Uint8Array): Scores {
  const persons = bytes.length / bytesPerPerson;
  if (!Number.isInteger(persons)) throw new Error("The scores are not whole.");
  // An aligned copy. All supported machines are little-endian.
  const own = new Uint8Array(bytes.length);
  own.set(bytes);
  const high = new Uint32Array(own.buffer, 0, persons);
  const low = new Uint32Array(own.buffer, persons * 4, persons);
  const scores = new Float64Array(own.buffer, persons * 8, persons);
  return {
    persons,
    find: (key) => {
      if (key === undefined || key === null || key === "") return undefined;
      const wanted = keyHash(String(key));
      let [from, until] = [0, persons];
      while (from < until) {
        const middle = (from + until) >>> 1;
        const order = compare(high, low, middle, wanted.high, wanted.low);
        if (order === 0) return scores[middle];
        if (order < 0) from = middle + 1;
        else until = middle;
      }
      return undefined;
    },
  };
}

/** The node passes one input, the key of a person, under any name. */
export function lookUp(scores: Scores, inputs: Readonly<Record<string, Given>>): number | undefined {
  return scores.find(Object.values(inputs)[0]);
}

/** Negative if the person sorts before the hash. */
function compare(highs: Uint32Array, lows: Uint32Array, at: number, high: number, low: number): number {
  return (highs[at] ?? 0) - high || (lows[at] ?? 0) - low;
}
