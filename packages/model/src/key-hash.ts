/**
 * SipHash-2-4 with a zero key over the UTF-8 of a text, like ClickHouse's `sipHash64`. In 32-bit halves, because numbers have no 64-bit integers. It
 * identifies persons without storing their keys; it is not a secret.
 */
export interface KeyHash {
  readonly high: number;
  readonly low: number;
}

/** Reused buffer, because this runs during decisions; longer keys get a buffer of their own. */
const usual = new Uint8Array(512);
/** v0 to v3, each as its high and low half. */
const state = new Int32Array(8);
const beginning = [0x736f6d65, 0x70736575, 0x646f7261, 0x6e646f6d, 0x6c796765, 0x6e657261, 0x74656462, 0x79746573];

export function keyHash(text: string): KeyHash {
  // A UTF-16 unit takes up to three bytes.
  const bytes = text.length * 3 <= usual.length ? usual : new Uint8Array(text.length * 3);
  const length = writeUtf8(text, bytes);
  state.set(beginning);
  const whole = length - (length % 8);
  for (let at = 0; at < whole; at += 8) compress(wordAt(bytes, at + 4, 4), wordAt(bytes, at, 4));
  const rest = length - whole;
  compress((length << 24) | wordAt(bytes, whole + 4, Math.max(0, rest - 4)), wordAt(bytes, whole, Math.min(4, rest)));
  state[5] = (state[5] ?? 0) ^ 0xff;
  rounds(4);
  const part = (at: number): number => state[at] ?? 0;
  return { high: (part(0) ^ part(2) ^ part(4) ^ part(6)) >>> 0, low: (part(1) ^ part(3) ^ part(5) ^ part(7)) >>> 0 };
}

/** Returns the number of bytes. An unpaired surrogate is encoded as the replacement character. */
function writeUtf8(text: string, into: Uint8Array): number {
  let at = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    let code = text.codePointAt(unit) ?? 0;
    if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
    if (code < 0x80) into[at++] = code;
    else {
      if (code < 0x800) into[at++] = 0xc0 | (code >> 6);
      else {
        if (code < 0x10000) into[at++] = 0xe0 | (code >> 12);
        else {
          into[at++] = 0xf0 | (code >> 18);
          into[at++] = 0x80 | ((code >> 12) & 0x3f);
          unit += 1;
        }
        into[at++] = 0x80 | ((code >> 6) & 0x3f);
      }
      into[at++] = 0x80 | (code & 0x3f);
    }
  }
  return at;
}

/** Up to four bytes, little-endian. */
function wordAt(bytes: Uint8Array, at: number, count: number): number {
  let word = 0;
  for (let byte = 0; byte < count; byte += 1) word |= (bytes[at + byte] ?? 0) << (8 * byte);
  return word;
}

function compress(high: number, low: number): void {
  state[6] = (state[6] ?? 0) ^ high;
  state[7] = (state[7] ?? 0) ^ low;
  rounds(2);
  state[0] = (state[0] ?? 0) ^ high;
  state[1] = (state[1] ?? 0) ^ low;
}

/** h and l are the halves of v0 to v3. Additions carry from the low half; rotations go through both halves; rotating by 32 swaps them. */
function rounds(count: number): void {
  // One by one: destructuring would cost more than all the rest.
  let h0 = state[0] ?? 0;
  let l0 = state[1] ?? 0;
  let h1 = state[2] ?? 0;
  let l1 = state[3] ?? 0;
  let h2 = state[4] ?? 0;
  let l2 = state[5] ?? 0;
  let h3 = state[6] ?? 0;
  let l3 = state[7] ?? 0;
  for (let round = 0; round < count; round += 1) {
    let sum = (l0 >>> 0) + (l1 >>> 0);
    h0 = (h0 + h1 + (sum > 0xffffffff ? 1 : 0)) | 0;
    l0 = sum | 0;
    let turned = (h1 << 13) | (l1 >>> 19);
    l1 = ((l1 << 13) | (h1 >>> 19)) ^ l0;
    h1 = turned ^ h0;
    turned = h0;
    h0 = l0;
    l0 = turned;
    sum = (l2 >>> 0) + (l3 >>> 0);
    h2 = (h2 + h3 + (sum > 0xffffffff ? 1 : 0)) | 0;
    l2 = sum | 0;
    turned = (h3 << 16) | (l3 >>> 16);
    l3 = ((l3 << 16) | (h3 >>> 16)) ^ l2;
    h3 = turned ^ h2;
    sum = (l0 >>> 0) + (l3 >>> 0);
    h0 = (h0 + h3 + (sum > 0xffffffff ? 1 : 0)) | 0;
    l0 = sum | 0;
    turned = (h3 << 21) | (l3 >>> 11);
    l3 = ((l3 << 21) | (h3 >>> 11)) ^ l0;
    h3 = turned ^ h0;
    sum = (l2 >>> 0) + (l1 >>> 0);
    h2 = (h2 + h1 + (sum > 0xffffffff ? 1 : 0)) | 0;
    l2 = sum | 0;
    turned = (h1 << 17) | (l1 >>> 15);
    l1 = ((l1 << 17) | (h1 >>> 15)) ^ l2;
    h1 = turned ^ h2;
    turned = h2;
    h2 = l2;
    l2 = turned;
  }
  state[0] = h0;
  state[1] = l0;
  state[2] = h1;
  state[3] = l1;
  state[4] = h2;
  state[5] = l2;
  state[6] = h3;
  state[7] = l3;
}
