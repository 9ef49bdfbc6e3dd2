import { z } from "zod";
import { resourceOf, timestamp, webSafeString } from "./hal.ts";

/** The executions that were looked at. */
const period = z.object({
  days: z.int(),
  executions: z.int(),
  /** There were more in these days: these are the newest. */
  isSample: z.boolean(),
});

/** What executions say about the List Scores and Decision Tables of a version. */
export const productionFactFields = z.object({
  versionWss: webSafeString,
  /** The end of both periods. */
  end: timestamp,
  /** Of the unlisted values. */
  recent: period,
  /** Texts that came in and that no row or value lists, the most frequent first. */
  unlisted: z.array(
    z.object({
      nodeId: z.string(),
      /** The input column of a Decision Table; null for a List Score. */
      columnId: z.string().nullable(),
      source: z.enum(["Application", "Runtime"]),
      fieldKey: z.string(),
      value: z.string(),
      count: z.int(),
      /** Of the executions that came to the node. */
      share: z.number(),
    }),
  ),
  /** Of the unused rows; null while the version has no executions that old. */
  long: period.nullable(),
  /** Rows and values that matched no execution of the long period, with what they were compared with and their cells. */
  unused: z.array(z.object({ nodeId: z.string(), rowId: z.string(), reads: z.array(z.string()), cells: z.array(z.string()) })),
});
export type ProductionFactFields = z.infer<typeof productionFactFields>;
export const productionFactResource = resourceOf(productionFactFields);
