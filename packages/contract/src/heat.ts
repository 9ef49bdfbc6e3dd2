import type { Definition } from "@airlock/flow";
import { z } from "zod";
import { givenTime, partId, resourceOf, timestamp, webSafeString } from "./hal.ts";

/** An ISO time, or `-` for the default: the last seven days. */
const time = z.union([givenTime, z.literal("-")]).default("-");

export const heatQuery = z.object({
  start: time,
  end: time,
  /** A node of the version for which details are returned. */
  node: partId.optional(),
});
export type HeatQuery = z.infer<typeof heatQuery>;

/** Percentiles of the duration in microseconds; null without executions. */
const answerTimes = { p50Micros: z.number().nullable(), p95Micros: z.number().nullable(), p99Micros: z.number().nullable() };

/** How executions of one version went through its diagram in a range of time: from the start on and before the end. */
export const heatFields = z.object({
  versionWss: webSafeString,
  start: timestamp,
  end: timestamp,
  total: z.int(),
  failed: z.int(),
  /** Executions whose path is unknown because they were erased. Shares are relative to all others. */
  unknown: z.int(),
  ...answerTimes,
  /** Every node and link of the version, those without executions with 0. */
  nodes: z.array(z.object({ id: z.string(), count: z.int(), share: z.number(), failed: z.int() })),
  links: z.array(z.object({ id: z.string(), count: z.int(), share: z.number() })),
  /** For the requested node: the executions that passed it, with the duration of the whole execution. */
  node: z
    .object({
      id: z.string(),
      ...answerTimes,
      spread: z.array(z.object({ fromMicros: z.number(), toMicros: z.number(), count: z.int() })),
      slowest: z.array(
        z.object({ executionWss: webSafeString, started: timestamp, status: z.enum(["completed", "failed"]), durationMillis: z.number() }),
      ),
      /** Of a Decision Table: the rows that counted, found by replaying executions. */
      rows: z
        .object({
          /** How many were replayed: the newest that reached the table. */
          executions: z.int(),
          /** There were more in the range. */
          isSample: z.boolean(),
          /** By row id: every row of the version, and the default row. */
          counts: z.array(z.object({ id: z.string(), count: z.int() })),
        })
        .optional(),
    })
    .optional(),
});
export type HeatFields = z.infer<typeof heatFields>;
export const heatResource = resourceOf(heatFields);

/** How the records of an experiment's result went through the flow that ran. */
export const resultHeatFields = heatFields.pick({ total: true, failed: true, nodes: true, links: true }).extend({
  experimentResultWss: webSafeString,
  /** Records that were not decided, because their values do not fit the fields. They count in `total`, which all shares are of. */
  refused: z.int(),
  definition: z.looseObject({}) as unknown as z.ZodType<Definition, Definition>,
});
export type ResultHeatFields = z.infer<typeof resultHeatFields>;
export const resultHeatResource = resourceOf(resultHeatFields);
