/** Requests that runtimes refused, as they are listed. They are stored best effort, for 30 days at most. */
import { z } from "zod";
import { givenTime, listOf, resourceOf, timestamp, webSafeString } from "./hal.ts";

export const refusedRequestFields = z.object({
  webSafeString,
  at: timestamp,
  status: z.int(),
  code: z.string(),
  /** As the caller got it. */
  description: z.string(),
  method: z.string(),
  /** The path, without its query. */
  address: z.string(),
  /** The version in the address. Absent if it has none. */
  versionWss: webSafeString.optional(),
  /** Absent when there is no such version in the organisation. */
  versionName: z.string().optional(),
  solutionWss: webSafeString.optional(),
  solutionName: z.string().optional(),
  keyWss: webSafeString,
  /** Absent if the key was deleted, and for calls of users from the console. */
  keyName: z.string().optional(),
  callerWss: webSafeString,
  callerName: z.string().optional(),
  correlationId: z.string(),
  durationMillis: z.number(),
  remoteAddress: z.string(),
  userAgent: z.string(),
  /** Fields of the body with their problems, without values: the body is not stored. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Refused requests of the same key before this one that are not stored one by one. */
  notStored: z.int(),
});
export type RefusedRequestFields = z.infer<typeof refusedRequestFields>;
export const refusedRequestList = listOf(refusedRequestFields);

/** All filters that are set must match. */
const filters = z.object({
  from: givenTime.optional(),
  to: givenTime.optional(),
  /** A system account or a user. */
  caller: webSafeString.optional(),
  key: webSafeString.optional(),
  status: z.coerce.number().int().min(400).max(599).optional(),
  code: z
    .string()
    .regex(/^[A-Z_]{1,64}$/)
    .optional(),
  solution: webSafeString.optional(),
  version: webSafeString.optional(),
});

/** A correlation id as it is stored; any other text finds nothing. */
const correlationId = z.string().trim().max(200).optional();

/** Newest first. */
export const refusedRequestQuery = filters.extend({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** From the `next` link; opaque. */
  after: z.string().max(1000).optional(),
  search: correlationId,
});
export type RefusedRequestQuery = z.infer<typeof refusedRequestQuery>;

export const refusedRequestCountQuery = filters.extend({
  search: correlationId,
  /** minute, hour, quarter-day, day, or an ISO 8601 duration such as PT15M. */
  gran: z.string().max(40).default("hour"),
});
export type RefusedRequestCountQuery = z.infer<typeof refusedRequestCountQuery>;

export const refusedRequestCountFields = z.object({
  start: timestamp,
  end: timestamp,
  /** As an ISO 8601 duration. */
  granularity: z.string(),
  /** Refused requests, also those that are not stored one by one. */
  total: z.int(),
  /** Start of each bucket to the number of refused requests in it, including empty buckets. */
  counts: z.record(timestamp, z.int()),
  /** Most frequent first. */
  codes: z.array(z.object({ code: z.string(), status: z.int(), total: z.int() })),
  callers: z.array(z.object({ callerWss: webSafeString, callerName: z.string().optional(), total: z.int() })),
  solutions: z.array(z.object({ solutionWss: webSafeString, solutionName: z.string(), total: z.int() })),
});
export type RefusedRequestCountFields = z.infer<typeof refusedRequestCountFields>;
export const refusedRequestCounts = resourceOf(refusedRequestCountFields);
