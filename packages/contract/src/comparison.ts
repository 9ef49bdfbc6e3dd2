import type { Definition } from "@airlock/flow";
import { z } from "zod";
import { executionStep, fieldValue, heldItem } from "./execution.ts";
import { carriedColumns, experimentRecords, mappedField } from "./experiment.ts";
import { experimentResultFields } from "./experiment-result.ts";
import { givenTime, listOf, pageQuery, resourceOf, shortText, timestamp, webSafeString } from "./hal.ts";
import { whatIfQuestion } from "./what-if.ts";

export const comparisonStatuses = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type ComparisonStatus = (typeof comparisonStatuses)[number];

/**
 * A frozen version; or a solution as it was saved last when the comparison was requested; or the flow that an experiment's result ran, with
 * the numbers in `changes` replaced.
 */
const sideRequest = z.object({
  versionWss: webSafeString.optional(),
  solutionWss: webSafeString.optional(),
  experimentResultWss: webSafeString.optional(),
  changes: whatIfQuestion.shape.changes.optional(),
});

export const comparisonCreate = z.object({
  left: sideRequest,
  right: sideRequest,
  over: z.union([
    /** Past executions of the left version, or of the right one if left is a draft: from the start on and before the end. */
    z.strictObject({ executions: z.strictObject({ start: givenTime, end: givenTime }) }),
    /** The rows of a datasource. Fields are named by the key of either flow; where both have one of the same name, it is mapped alike. */
    z.strictObject({
      datasourceId: webSafeString,
      fieldMapping: z.array(mappedField).max(2000),
      records: z.enum(experimentRecords).default("all"),
      /** Columns to store with the rows. */
      carry: carriedColumns.default([]),
    }),
  ]),
  /** The runtime field with the outcome; by default the most likely one of both flows. */
  outcomeField: shortText(200).optional(),
});
export type ComparisonCreate = z.infer<typeof comparisonCreate>;

const side = z.object({
  /** Null for a draft, and for the flow of a result. */
  versionWss: webSafeString.nullable(),
  solutionWss: webSafeString,
  solutionName: z.string(),
  /** The version's name; empty for a draft. */
  versionName: z.string(),
  /** The result whose flow it is, and whether numbers of it were changed. */
  experimentResultWss: webSafeString.nullable(),
  isChanged: z.boolean(),
});
export type ComparisonSide = z.infer<typeof side>;

/** How many inputs reached it in both flows; 0 if a flow does not have it. */
const shifted = z.object({ id: z.string(), left: z.int(), right: z.int() });

export const comparisonSummary = z.object({
  /** Executions, or rows, that both flows were run on. */
  compared: z.int(),
  /** Of these, with another outcome. */
  changed: z.int(),
  /** Of these, with any difference: outcome, another value, a reason code, how it ended. */
  differing: z.int(),
  /** Not compared: one flow needs a web call or prediction that the execution did not make. */
  unanswered: z.int(),
  /** Not compared: erased, or not readable by one of the flows. */
  unreadable: z.int(),
  /** How often each outcome occurred; a failed execution has the outcome `Failed`, one without a value the empty text. */
  outcomes: z.array(z.object({ outcome: z.string(), left: z.int(), right: z.int() })),
  moves: z.array(z.object({ from: z.string(), to: z.string(), count: z.int() })),
  nodes: z.array(shifted),
  links: z.array(shifted),
});
export type ComparisonSummary = z.infer<typeof comparisonSummary>;

export const comparisonFields = z.object({
  webSafeString,
  status: z.enum(comparisonStatuses),
  message: z.string(),
  /** Executions processed so far, and their total; null until they are counted. */
  rows: z.int(),
  totalRows: z.int().nullable(),
  created: timestamp,
  ended: timestamp.nullable(),
  left: side,
  right: side,
  /** Whose executions they are; null, as are the times, when it is over a datasource. */
  executionsOf: z.enum(["left", "right"]).nullable(),
  start: timestamp.nullable(),
  end: timestamp.nullable(),
  /** As it was; null when it is over executions. */
  datasource: experimentResultFields.shape.datasource.nullable(),
  records: z.enum(experimentRecords),
  /** By the keys of the right flow, and of the left one where it has others. */
  fieldMapping: experimentResultFields.shape.fieldMapping,
  /** Columns of the datasource that are stored with the rows; empty for comparisons over executions. */
  carry: z.array(z.string()),
  outcomeField: z.string().nullable(),
  summary: comparisonSummary,
});
export type ComparisonFields = z.infer<typeof comparisonFields>;
export const comparisonList = listOf(comparisonFields);
export const comparisonListQuery = pageQuery.pick({ limit: true, after: true });

const definition = z.looseObject({}) as unknown as z.ZodType<Definition, Definition>;
/** With both definitions as they were compared, to draw. */
export const wholeComparisonFields = comparisonFields.extend({ leftDefinition: definition, rightDefinition: definition });
export type WholeComparisonFields = z.infer<typeof wholeComparisonFields>;
export const comparisonResource = resourceOf(wholeComparisonFields);
export const comparisonSummaryResource = resourceOf(comparisonFields);

const values = z.record(z.string(), fieldValue);
const ran = z.object({
  status: z.enum(["completed", "failed"]),
  outcome: z.string(),
  runtimeData: values,
  reasonCodes: z.array(z.string()),
  error: z.object({ code: z.string(), nodeId: z.string(), message: z.string() }).optional(),
});

/**
 * One record with a different outcome. Its values are computed again when it is read; a record that was erased in the meantime has none.
 */
export const comparedRecordFields = z.object({
  /** Addresses the record in requests: the id of the execution, or the number of the row. */
  recordId: z.string(),
  executionWss: webSafeString.nullable(),
  started: timestamp.nullable(),
  /** In the datasource. */
  row: z.int().nullable(),
  outcomeLeft: z.string(),
  outcomeRight: z.string(),
  /** Where the two part: a node, and its link where the node itself did the same. */
  firstNode: z.string(),
  firstLink: z.string(),
  applicationData: values,
  /** Columns of the datasource that were carried along, by name. */
  carriedData: values,
  /** The condition of the new flow at which the paths diverged, with the value that it compared; absent if there is none. */
  decidedBy: heldItem.optional(),
  /** Where the two part at a Decision Table: the rows that counted in either, from 0, at most the first five. Without one no row matched. */
  tableRows: z.object({ left: z.array(z.int()), right: z.array(z.int()) }).optional(),
  left: ran.optional(),
  right: ran.optional(),
});
export type ComparedRecordFields = z.infer<typeof comparedRecordFields>;
export const comparedRecordList = listOf(comparedRecordFields);

/** Executions newest first, rows in their order; without `any`, only those with another outcome. */
export const comparedRecordQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(25),
  /** From the `next` link; opaque. */
  after: z.string().max(1000).optional(),
  from: shortText(1000).optional(),
  to: shortText(1000).optional(),
  any: z.enum(["true", "false"]).default("false"),
  /** Text contained in any input value or computed value. */
  search: shortText(200).optional(),
});
export type ComparedRecordQuery = z.infer<typeof comparedRecordQuery>;

const traced = ran.extend({
  linksTaken: z.array(z.string()),
  steps: z.array(executionStep),
  executionEvents: z.array(
    z.object({ id: z.string(), action: z.enum(["triggered", "left", "ERROR"]), eventType: z.string(), runtimeData: values }),
  ),
});
/** A number of the new flow which alone is why the outcome is another one, and how far it would have to move. */
const turningPoint = z.object({
  /** Of a node or a link. */
  id: z.string(),
  path: z.string(),
  /** The value in the new flow. */
  number: z.number(),
  /** The nearest value at which the record would not have its new outcome, and the next one, at which it would. */
  stays: z.number(),
  turns: z.number(),
  /** True if the record would have kept its outcome there. Otherwise it has a third outcome, or needs a call that was not made. */
  isKnown: z.boolean(),
});
export type TurningPointFields = z.infer<typeof turningPoint>;

export const tracedRecordFields = comparedRecordFields.extend({
  left: traced.optional(),
  right: traced.optional(),
  turn: turningPoint.optional(),
});
export type TracedRecordFields = z.infer<typeof tracedRecordFields>;
export const tracedRecordResource = resourceOf(tracedRecordFields);
