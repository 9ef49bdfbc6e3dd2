import type { IncomingMessage } from "node:http";

export type BodyRead = { readonly text: string } | "tooLarge";

/** Reads a body of limited size. `done` is called at most once, and never if the caller disconnected before the end. */
export function readBody(request: IncomingMessage, maxBytes: number, done: (read: BodyRead) => void): void {
  // Refuse by the announced length, before the body is sent.
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
    // Nearly every body arrives in one chunk.
    if (!over) done({ text: (more === undefined ? first : Buffer.concat(more))?.toString() ?? "" });
  });
}
