import type { Readable } from "node:stream";

/** Formats in which a line break always ends a row, so that a long body can be inserted in pieces as it arrives. */
const lineFormats = new Set(["jsoneachrow", "jsoncompacteachrow", "jsonlines", "ndjson", "tabseparated", "tsv"]);
const textFormats = /^(json|csv|tsv|tabseparated|customseparated|values|template|lineasstring|ndjson)/i;

export interface InsertFormat {
  readonly isText: boolean;
  readonly isLines: boolean;
}

/** The format of an `INSERT ... FORMAT x` whose data follows; undefined for every other statement. */
export function insertFormat(sql: string): InsertFormat | undefined {
  const format = /^\s*insert\s+into\s[\s\S]*\bformat\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1];
  return format === undefined ? undefined : { isText: textFormats.test(format), isLines: lineFormats.has(format.toLowerCase()) };
}

export async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(toBuffer(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** Splits a body of lines into pieces of about `pieceBytes`, each ending at a line break. */
export async function* readLinePieces(body: Readable, pieceBytes: number): AsyncGenerator<string> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    const chunk = toBuffer(part);
    const cut = bytes + chunk.length >= pieceBytes ? chunk.lastIndexOf(10) + 1 : 0;
    if (cut > 0) {
      yield Buffer.concat([...chunks, chunk.subarray(0, cut)]).toString("utf8");
      chunks = [];
      bytes = 0;
    }
    chunks.push(chunk.subarray(cut));
    bytes += chunk.length - cut;
  }
  if (bytes > 0) yield Buffer.concat(chunks).toString("utf8");
}

export function countLines(text: string): number {
  let lines = 0;
  for (const line of text.split("\n")) if (line.trim() !== "") lines += 1;
  return lines;
}

function toBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  throw new TypeError("A request body is read as bytes.");
}
