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

/** A multiple of 256 KiB, as Google's buckets require, and at least 5 MiB, so that S3 stores it as a part; small enough to be sent again. */
const pieceBytes = 6 * 1024 * 1024;
const tries = 8;
/** An earlier call whose response was lost may take until the bucket server's time limit. */
const busyPauses = 5;

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
  /** After a failure: how much of the chunk arrived is not known. */
  let isOffsetKnown = true;
  try {
    while (upload._embedded.received < file.size) {
      try {
        if (isOffsetKnown) {
          const from = upload._embedded.received;
          const body = file.slice(from, from + pieceBytes);
          upload = await client.put("upload.add", pieces, { query: { from }, body, signal, background: true });
          failures = 0;
        } else {
          upload = await client.get("upload.read", self, { signal, background: true });
          isOffsetKnown = true;
        }
        onProgress(upload._embedded.received);
      } catch (error) {
        failures += 1;
        const { status, code } = asProblem(error);
        const isBusy = code === "UPLOAD_BUSY";
        const mayContinue = status === 0 || status >= 500 || code === "UPLOAD_OUT_OF_STEP" || isBusy;
        if (signal.aborted || !mayContinue || failures >= tries) throw error;
        isOffsetKnown = false;
        await new Promise((resolve) => setTimeout(resolve, isBusy ? busyPauses * pauseMillis : pauseMillis));
      }
    }
  } catch (error) {
    if (signal.aborted) void client.delete("upload.cancel", self, { background: true }).catch(() => undefined);
    throw error;
  }
  return upload._embedded.fileName;
}
