import { randomFillSync } from "node:crypto";

/**
 * Ids are ULIDs: 48 bits of milliseconds and 80 random bits in Crockford's base 32, so that they sort by time as text in every store. Within one
 * millisecond the random part is incremented; if the clock steps back, the last millisecond is kept, so that the ids of a process are monotonic and
 * unique.
 */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** All two-character digits of base 1024, so that eight characters take four lookups. */
const pairs: readonly string[] = Array.from({ length: 1024 }, (_, index) => `${alphabet[index >>> 5]}${alphabet[index & 31]}`);

const forty = 2 ** 40;
const pool = new Uint8Array(10 * 512);
let poolOffset = pool.length;

let lastMillis = -1;
let prefix = "";
let low = 0;

export function newId(now: number = Date.now()): string {
  if (now > lastMillis) {
    lastMillis = now;
    drawPrefix();
  } else {
    low += 1;
    // An overflow of forty bits within one millisecond is practically impossible, but a duplicate id would be worse than another draw.
    if (low >= forty) drawPrefix();
  }
  return prefix + eight(low);
}

/** Time and the high half of the random bits change once per millisecond; the low half is a counter. */
function drawPrefix(): void {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const high = readForty(poolOffset);
  low = readForty(poolOffset + 5);
  poolOffset += 10;
  prefix = ten(lastMillis) + eight(high);
}

function readForty(offset: number): number {
  let value = 0;
  for (let index = 0; index < 5; index += 1) value = value * 256 + (pool[offset + index] ?? 0);
  return value;
}

function eight(value: number): string {
  const upper = Math.floor(value / 1_048_576);
  const lower = value % 1_048_576;
  return `${pairs[upper >>> 10]}${pairs[upper & 1023]}${pairs[lower >>> 10]}${pairs[lower & 1023]}`;
}

function ten(millis: number): string {
  return `${pairs[Math.floor(millis / forty)]}${eight(millis % forty)}`;
}

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The millisecond in which an id was created, or slightly later if the clock had stepped back. */
export function idMillis(id: string): number {
  let millis = 0;
  for (const character of id.slice(0, 10)) millis = millis * 32 + alphabet.indexOf(character);
  return millis;
}

export function isId(text: string): boolean {
  return ulid.test(text);
}
