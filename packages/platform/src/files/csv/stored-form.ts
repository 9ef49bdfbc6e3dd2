import { z } from "zod";
import type { CsvForm } from "./describe-csv.ts";
import { encodings } from "./encoding.ts";
import type { CsvPlace } from "./read-csv.ts";

/** Form and position as stored in an import's row. */
export const csvForm = z.object({
  delimiter: z.string().length(1),
  skipRows: z.union([z.literal(0), z.literal(1)]),
  encoding: z.enum(encodings),
  mark: z.int(),
  compression: z.enum(["gzip", "none"]),
  header: z.boolean(),
  columns: z.int(),
}) satisfies z.ZodType<CsvForm>;

export const csvPlace = z.object({ offset: z.int(), rows: z.int() }) satisfies z.ZodType<CsvPlace>;
