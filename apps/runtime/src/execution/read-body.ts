import type { IncomingMessage } from "node:http";

export type BodyRead = { readonly text: string } | "tooLarge";

/** Reads a body of bounded size. `done` is called once, and never for a caller that left before the end. */
export function readBody(request: IncomingMessage, maxBytes: number, done: (read: BodyRead) => void): void {
  // A caller that announces too much is told before it sends it.
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return done("tooLarge");
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let bytes = 0;
  let over = false;
  request.on("data", (chunk: Buffer) => {
    if (over) return;
    bytes += chunk.length;
    if (bytes > maxBytes) {
      over = true;
      done("tooLarge");
    } else if (first === undefined) first = chunk;
    else (more ??= [first]).push(chunk);
  });
  request.on("end", () => {
    // Nearly every body comes in one piece.
    if (!over) done({ text: (more === undefined ? first : Buffer.concat(more))?.toString() ?? "" });
  });
}
