import type { Definition } from "@airlock/flow";
import { z } from "zod";
import { givenTime, listOf, resourceOf, timestamp, webSafeString } from "./hal.ts";

/** A Boolean is true or false, a Date a text: YYYY-MM-DD. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean()]);

/** Field values by name, as the version's application fields call for. */
export const executionRequest = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const executionFields = z.object({
  webSafeString,
  solutionProcessId: webSafeString,
  versionWss: webSafeString,
  solutionWss: webSafeString,
  started: timestamp,
  ended: timestamp,
  durationMillis: z.number(),
  status: z.enum(["completed", "failed"]),
  runtimeData: z.record(z.string(), fieldValue),
  reasonCodes: z.array(z.string()),
  /** If the version has texts of reason codes: each code once, with its text if it has one. */
  reasons: z.array(z.object({ code: z.string(), text: z.string().optional() })).optional(),
  error: z.object({ code: z.string(), nodeId: z.string(), message: z.string() }).optional(),
});
export type ExecutionFields = z.infer<typeof executionFields>;
export const executionResource = resourceOf(executionFields);

const recordedAnswers = z.object({
  webCalls: z.record(z.string(), z.object({ status: z.int().min(100).max(999), body: z.string().max(100_000) })).default({}),
  predictions: z.record(z.string(), z.object({ score: z.number(), reasonCodes: z.array(z.string()).default([]) })).default({}),
});
export type RecordedAnswers = z.infer<typeof recordedAnswers>;

/** The property of a test execution's request with mock responses. No field can have this name. */
export const recordedName = "$recorded";

/** Field values by name; in `$recorded`, mock responses of web calls and predictions by node id. */
export const testExecutionRequest = z
  .object({ [recordedName]: recordedAnswers.optional() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]));

const executionValues = z.record(z.string(), fieldValue);

const optionalValue = fieldValue.optional();

/** What a Decision Table did. */
const explainedTable = z.object({
  /** The rows that counted, from 0; with the policy first only the first that matched. Without one, the default row counted. */
  rows: z.array(z.int()),
  /** The value of each input column; a missing value is absent. */
  inputs: z.array(z.object({ value: optionalValue })),
});
export type ExplainedTableFields = z.infer<typeof explainedTable>;

/** An execution of the last save of a solution: it has no version, and is not logged. */
export const testExecutionFields = executionFields.omit({ versionWss: true }).extend({
  /** The save that was executed. */
  revision: z.int().min(1),
  executionEvents: z.array(z.object({ id: z.string(), action: z.string(), eventType: z.string(), runtimeData: executionValues })),
  /** Ids of the links that were taken. */
  linksTaken: z.array(z.string()),
  /** The Decision Tables that it reached. */
  tables: z.array(explainedTable.extend({ nodeId: z.string() })),
  /** The responses of web calls and predictions, by node id: enough to execute it again without them. */
  recorded: recordedAnswers,
  errors: z.array(z.object({ code: z.string(), nodeId: z.string(), message: z.string() })),
  /** Web calls that failed and after which the flow continued with default values. */
  failedCalls: z.array(z.object({ code: z.string(), nodeId: z.string(), message: z.string() })),
});
export type TestExecutionFields = z.infer<typeof testExecutionFields>;
export const testExecutionResource = resourceOf(testExecutionFields);

const executionArm = z.enum(["champion", "challenger"]);

/** The stored state of one decision. Missing values are absent. */
export const pastExecutionFields = z.object({
  webSafeString,
  versionWss: webSafeString,
  versionName: z.string(),
  solutionWss: webSafeString,
  solutionName: z.string(),
  started: timestamp,
  durationMillis: z.number(),
  status: z.enum(["completed", "failed"]),
  applicationData: executionValues,
  runtimeData: executionValues,
  reasonCodes: z.array(z.string()),
  error: z.object({ code: z.string(), nodeId: z.string(), message: z.string() }).optional(),
  /** The key that called. */
  keyWss: webSafeString,
  /** The system account of the key. Unknown for executions of earlier releases whose key was deleted. */
  callerWss: webSafeString.optional(),
  /** As the caller sent it, or as generated for a batch. Absent if the caller sent none: the id of the execution was returned instead. */
  correlationId: z.string().optional(),
  /** The rollout that divided the calls, and which of its two versions decided. Absent without one. */
  rolloutWss: webSafeString.optional(),
  arm: executionArm.optional(),
  /** When its execution record was erased: only the fact, its time, duration and status remain. */
  erasedDate: timestamp.optional(),
});
export type PastExecutionFields = z.infer<typeof pastExecutionFields>;
export const pastExecutionList = listOf(pastExecutionFields);

/** A field and its value; a missing value is absent. */
const heldValue = z.object({ source: z.enum(["Application", "Runtime"]), field: z.string(), value: optionalValue });
export const heldItem = z.object({
  left: heldValue,
  operator: z.string(),
  /** A literal has no field. The literals of a list or of two bounds are in `values`. */
  right: z.object({
    source: z.enum(["Application", "Runtime", "Literal"]),
    field: z.string().optional(),
    value: optionalValue,
    values: z.array(fieldValue).optional(),
  }),
  holds: z.boolean(),
});
/** Any of the groups, all items of the group. */
const heldCondition = z.object({ holds: z.boolean(), groups: z.array(z.array(heldItem)) });
export type HeldCondition = z.infer<typeof heldCondition>;

/** What one node did: what it read, why it did what it did, what it changed, and where it led. */
export const executionStep = z.object({
  nodeId: z.string(),
  label: z.string(),
  kind: z.string(),
  reads: z.array(heldValue),
  condition: heldCondition.optional(),
  /** Of a score that gave points: the band or value that matched, absent where they are its default points. */
  score: z.object({ match: z.string().optional(), points: z.number(), reasonCode: z.string() }).optional(),
  table: explainedTable.optional(),
  changes: z.array(
    z.object({ source: z.enum(["Application", "Runtime"]), field: z.string(), before: optionalValue, after: optionalValue }),
  ),
  reasonCodes: z.array(z.string()),
  links: z.array(
    z.object({
      linkId: z.string(),
      targetId: z.string(),
      taken: z.boolean(),
      otherwise: z.boolean(),
      /** Not checked: an earlier branch of a node that takes the first was taken. Absent in traces of older records. */
      skipped: z.boolean().optional(),
      condition: heldCondition.optional(),
    }),
  ),
  error: z.object({ code: z.string(), nodeId: z.string(), message: z.string() }).optional(),
  /** Of a web call that failed and after which the flow continued with default values. */
  callFailure: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type ExecutionStep = z.infer<typeof executionStep>;

/** One decision with its whole trace and its definition. */
export const tracedExecutionFields = pastExecutionFields.extend({
  /** Absent when the key or the system account was deleted. */
  keyName: z.string().optional(),
  callerName: z.string().optional(),
  ended: timestamp,
  linksTaken: z.array(z.string()),
  steps: z.array(executionStep),
  executionEvents: z.array(
    z.object({ id: z.string(), action: z.enum(["triggered", "left", "ERROR"]), eventType: z.string(), runtimeData: executionValues }),
  ),
  definition: z.looseObject({}) as unknown as z.ZodType<Definition, Definition>,
});
export type TracedExecutionFields = z.infer<typeof tracedExecutionFields>;
export const tracedExecutionResource = resourceOf(tracedExecutionFields);

export const fieldOperators = ["==", "!=", ">", "<", ">=", "<=", "contains"] as const;

export const executionOrders = ["newest", "slowest"] as const;

/** All filters that are set must match. */
export const executionQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** From the `next` link; opaque. */
  after: z.string().max(1000).optional(),
  /** Ids of versions with commas between; left out, every version. */
  versions: z
    .string()
    .regex(/^[0-9A-Za-z_-]{1,64}(,[0-9A-Za-z_-]{1,64}){0,99}$/)
    .optional(),
  from: givenTime.optional(),
  to: givenTime.optional(),
  status: z.enum(["completed", "failed"]).optional(),
  /** A rollout's id. */
  rollout: webSafeString.optional(),
  /** The version of a rollout that decided. */
  arm: executionArm.optional(),
  reasonCode: z.string().max(200).optional(),
  /** A field's name, compared with `value`; versions that have no such field have no such execution. */
  field: z.string().max(200).optional(),
  operator: z.enum(fieldOperators).default("=="),
  value: z.string().max(1000).optional(),
  /** Text anywhere in the values, or a whole execution id or correlation id; executions with that id come before matches in values. */
  search: z.string().trim().max(200).optional(),
  /** A whole execution id or correlation id. */
  id: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_.:-]{1,128}$/)
    .optional(),
  minMillis: z.coerce.number().min(0).optional(),
  maxMillis: z.coerce.number().min(0).optional(),
  /** Left out, the newest first. The slowest need `from`, and are one page without a `next` link. */
  order: z.enum(executionOrders).optional(),
});
export type ExecutionQuery = z.infer<typeof executionQuery>;
