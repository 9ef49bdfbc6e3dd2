import { z } from "zod";
import { label, resourceOf, timestamp, webSafeString } from "./hal.ts";

/** 50 GB; a browser sends no more in a day. */
const largestUpload = 50 * 1024 ** 3;

/** A file that is being uploaded to Airlock's own bucket. */
export const uploadFields = z.object({
  webSafeString,
  /** Its name in the bucket: a number is appended to a name that is taken, by a file or by an upload that has begun. */
  fileName: z.string(),
  length: z.int(),
  /** How many bytes have arrived: the next piece begins there. As many as `length`, and the file is in the bucket. */
  received: z.int(),
  createdDate: timestamp,
});
export type UploadFields = z.infer<typeof uploadFields>;
export const uploadResource = resourceOf(uploadFields);

export const uploadCreate = z.object({
  fileName: label.regex(/^[^/\\]*$/, "must not contain slashes"),
  length: z.int().min(1).max(largestUpload),
});
export type UploadCreate = z.infer<typeof uploadCreate>;

/** The offset of a piece: bytes that were received already are not written again. */
export const uploadPlace = z.object({ from: z.coerce.number().int().min(0).max(largestUpload) });
export type UploadPlace = z.infer<typeof uploadPlace>;

/** Every piece but the last has a multiple of `unit` bytes; none has more than `max`. */
export const pieceBytes = { unit: 256 * 1024, max: 8 * 1024 * 1024 } as const;
