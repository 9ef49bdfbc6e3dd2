import { z } from "zod";
import { resourceOf, timestamp, webSafeString } from "./hal.ts";

/** The executions that were analysed. */
const period = z.object({
  days: z.int(),
  executions: z.int(),
  /** There were more in these days: these are the newest. */
  isSample: z.boolean(),
});

/** What executions report about the List Scores and Decision Tables of a version. */
export const productionFactFields = z.object({
  versionWss: webSafeString,
  /** The end of both periods. */
  end: timestamp,
  /** Of the unlisted values. */
  recent: period,
  /** Input texts that no row, value or link lists, the most frequent first. */
  unlisted: z.array(
    z.object({
      nodeId: z.string(),
      /** What does not list it: the values of a List Score, an input column of a Decision Table, or the conditions of the links after the node. */
      part: z.enum(["values", "inputColumns", "links"]),
      /** The input column; null for other parts. */
      columnId: z.string().nullable(),
      source: z.enum(["Application", "Runtime"]),
      fieldKey: z.string(),
      value: z.string(),
      count: z.int(),
      /** Relative to the executions that reached the node. */
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
