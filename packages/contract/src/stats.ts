import { z } from "zod";
import { givenTime, resourceOf, timestamp, webSafeString } from "./hal.ts";

/** The key that stands for every deployed version. */
export const ALL = "ALL";

/** An ISO time, or `-` for the default. */
const time = z.union([givenTime, z.literal("-")]).default("-");

export const statsQuery = z.object({
  start: time,
  end: time,
  /** minute, hour, quarter-day, day, or an ISO 8601 duration such as PT15M. */
  gran: z.string().max(40).default("hour"),
  id: z.union([webSafeString, z.literal("-")]).default(ALL),
});
export type StatsQuery = z.infer<typeof statsQuery>;

export const statsFields = z.object({
  key: webSafeString,
  start: timestamp,
  end: timestamp,
  /** As an ISO 8601 duration. */
  granularity: z.string(),
  /** Executions that failed are among them. */
  total: z.int(),
  failed: z.int(),
  /** The mean duration of a decision; null without decisions. */
  meanMillis: z.number().nullable(),
  /** Start of each bucket to the number of executions in it, including empty buckets. */
  stats: z.record(timestamp, z.int()),
  /** The same for executions that failed. */
  failures: z.record(timestamp, z.int()),
});
export type StatsFields = z.infer<typeof statsFields>;
export const statsResource = resourceOf(statsFields);
