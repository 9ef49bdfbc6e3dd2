import { z } from "zod";

/** A body of bytes, sent as application/octet-stream. */
export const binaryBody = z.instanceof(Uint8Array);
