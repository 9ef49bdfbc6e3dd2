import { isUtf8 } from "node:buffer";
import { FileFailure } from "./file-failure.ts";

export const encodings = ["UTF-8", "UTF-16LE", "UTF-16BE", "windows-1252"] as const;
type Encoding = (typeof encodings)[number];

export interface GuessedEncoding {
  readonly encoding: Encoding;
  /** Length of the byte order mark, which is not part of the text. */
  readonly mark: number;
}

/** By the byte order mark; else by the position of zero bytes; else by whether it is valid UTF-8, which other text almost never is. */
export function guessEncoding(sample: Buffer): GuessedEncoding {
  const begins = (...bytes: readonly number[]) => bytes.every((byte, at) => sample[at] === byte);
  if (begins(0xff, 0xfe, 0, 0) || begins(0, 0, 0xfe, 0xff)) throw new FileFailure("ENCODING_UNKNOWN");
  if (begins(0xef, 0xbb, 0xbf)) return { encoding: "UTF-8", mark: 3 };
  if (begins(0xff, 0xfe)) return { encoding: "UTF-16LE", mark: 2 };
  if (begins(0xfe, 0xff)) return { encoding: "UTF-16BE", mark: 2 };
  let [evenZeros, oddZeros] = [0, 0];
  const length = Math.min(sample.length, 4096);
  for (let at = 0; at < length; at += 1) {
    if (sample[at] !== 0) continue;
    if (at % 2 === 0) evenZeros += 1;
    else oddZeros += 1;
  }
  if (oddZeros > length / 5 && evenZeros < oddZeros / 10) return { encoding: "UTF-16LE", mark: 0 };
  if (evenZeros > length / 5 && oddZeros < evenZeros / 10) return { encoding: "UTF-16BE", mark: 0 };
  if (evenZeros + oddZeros > Math.max(8, length / 100)) throw new FileFailure("BINARY");
  // The sample may end inside a character.
  const whole = [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, Math.max(0, sample.length - cut))));
  return { encoding: whole ? "UTF-8" : "windows-1252", mark: 0 };
}

/** The text as UTF-8, without the byte order mark. UTF-8 is passed on unchanged, including invalid bytes: the reader reports their rows. */
export async function* decodeChunks(
  chunks: AsyncIterable<Buffer>,
  { encoding, mark }: GuessedEncoding,
  skipped = 0,
): AsyncGenerator<Buffer> {
  // `skipped` bytes of the decoded text were read before.
  let toSkip = skipped;
  const rest = (chunk: Buffer): Buffer => {
    if (toSkip === 0) return chunk;
    const cut = Math.min(toSkip, chunk.length);
    toSkip -= cut;
    return chunk.subarray(cut);
  };
  let markLeft = mark;
  const decoder = encoding === "UTF-8" ? undefined : new TextDecoder(encoding, { ignoreBOM: false });
  for await (const raw of chunks) {
    const cut = Math.min(markLeft, raw.length);
    markLeft -= cut;
    const chunk = raw.subarray(cut);
    if (chunk.length === 0) continue;
    const text = decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }), "utf8");
    const kept = rest(text);
    if (kept.length > 0) yield kept;
  }
  const last = decoder === undefined ? "" : decoder.decode();
  if (last !== "") {
    const kept = rest(Buffer.from(last, "utf8"));
    if (kept.length > 0) yield kept;
  }
}
