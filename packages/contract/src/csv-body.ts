import { z } from "zod";

/** A body of CSV, sent as text/csv, which a handler reads as it arrives: an async iterable of bytes. */
export const csvBody = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  "must be a file, sent as text/csv",
);
