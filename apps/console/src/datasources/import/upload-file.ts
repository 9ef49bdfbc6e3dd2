import { asProblem } from "../../api/api-problem.ts";
import type { Client } from "../../api/client.ts";
import { linkFor } from "../../api/session/permissions.ts";

export interface UploadOptions {
  readonly client: Client;
  /** Where uploads begin. */
  readonly href: string;
  readonly file: File;
  readonly onProgress: (received: number) => void;
  readonly signal: AbortSignal;
  readonly pauseMillis?: number;
}

/** A multiple of 256 kB, as the bucket requires; small enough to be sent again. */
const pieceBytes = 4 * 1024 * 1024;
const tries = 8;

/**
 * Uploads a file in chunks and returns its name in the bucket. A chunk that does not arrive is sent again from the offset that the server reports.
 * Gives up when the user cancels, or after the eighth failure in a row.
 */
export async function uploadFile({ client, href, file, onProgress, signal, pauseMillis = 1_000 }: UploadOptions): Promise<string> {
  let upload = await client.post("uploads.create", href, {
    body: { fileName: file.name, length: file.size },
    signal,
    background: true,
    waited: true,
  });
  const self = linkFor(upload, "self", "GET") ?? "";
  const pieces = linkFor(upload, "pieces", "PUT") ?? "";
  let failures = 0;
  try {
    while (upload._embedded.received < file.size) {
      const from = upload._embedded.received;
      try {
        const body = file.slice(from, from + pieceBytes);
        upload = await client.put("upload.add", pieces, { query: { from }, body, signal, background: true });
        failures = 0;
      } catch (error) {
        failures += 1;
        const { status, code } = asProblem(error);
        const mayGoOn = status === 0 || status >= 500 || code === "UPLOAD_OUT_OF_STEP";
        if (signal.aborted || !mayGoOn || failures >= tries) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMillis));
        upload = await client.get("upload.read", self, { signal, background: true });
      }
      onProgress(upload._embedded.received);
    }
  } catch (error) {
    if (signal.aborted) void client.delete("upload.cancel", self, { background: true }).catch(() => undefined);
    throw error;
  }
  return upload._embedded.fileName;
}
