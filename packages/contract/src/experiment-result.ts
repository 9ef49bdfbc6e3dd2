import { z } from "zod";
import { tracedExecutionFields } from "./execution.ts";
import { listOf, pageQuery, resourceOf, shortText, timestamp, webSafeString } from "./hal.ts";

const fieldType = z.enum(["String", "Integer", "Float", "Boolean", "Date"]);

export const experimentResultStatuses = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type ExperimentResultStatus = (typeof experimentResultStatuses)[number];

/** How a record ended: decided, broken off by an error of the flow, or not decided because its values do not fit the fields (`refused`). */
export const recordOutcomes = ["completed", "failed", "refused"] as const;
export type RecordOutcome = (typeof recordOutcomes)[number];

/** How many records ended with each value of a field. */
const valueCount = z.object({ value: z.string().nullable(), count: z.int() });

export const experimentResultFields = z.object({
  webSafeString,
  experimentConfigWss: webSafeString,
  experimentName: z.string(),
  created: timestamp,
  started: timestamp.nullable(),
  ended: timestamp.nullable(),
  /** The name of the user who ran it; empty if unknown. */
  createdBy: z.string(),
  status: z.enum(experimentResultStatuses),
  /** Why it failed; empty otherwise. */
  message: z.string(),
  /** Records that are done, and their total; null until they are counted. */
  resultsCount: z.int(),
  totalCount: z.int().nullable(),
  records: z.enum(["first", "all"]),
  // What it ran, kept as it was, so that it can be repeated.
  solutionId: webSafeString,
  solutionName: z.string(),
  versionId: webSafeString.nullable(),
  versionName: z.string().nullable(),
  /** The save that ran; null for a version. */
  solutionRevision: z.int().nullable(),
  /** Of the definition's meaning: two results with the same one ran the same decision. */
  solutionHash: z.string(),
  datasource: z.object({
    webSafeString,
    name: z.string(),
    type: z.string(),
    /** The import that created the rows. Together with the count it identifies the state of the datasource. */
    importWss: webSafeString.nullable(),
    recordCount: z.int().nullable(),
  }),
  fieldMapping: z.array(
    z.object({
      key: z.string(),
      /** Of the field as it was then. */
      name: z.string(),
      type: fieldType,
      value: z.string(),
      useDatasource: z.boolean(),
    }),
  ),
  /** Columns of the datasource that are stored with the records. */
  carry: z.array(z.string()),
  /** Null until the run is done: how the rows ended, and the outcomes by the String field of the flow that describes them best. */
  outcomes: z
    .object({
      completed: z.int(),
      failed: z.int(),
      refused: z.int(),
      /** `runtime.<name>`; null when the flow has no text field with a handful of values. Most frequent first. */
      field: z.string().nullable(),
      values: z.array(valueCount),
    })
    .nullable(),
});
export type ExperimentResultFields = z.infer<typeof experimentResultFields>;
export const experimentResultResource = resourceOf(experimentResultFields);
export const experimentResultList = listOf(experimentResultFields);
export const experimentResultQuery = pageQuery.pick({ limit: true, after: true });

/** Of a channel of the chart. */
const chartChannel = z.object({
  field: shortText(300),
  type: z.enum(["quantitative", "ordinal", "nominal", "temporal"]),
  bin: z.union([z.boolean(), z.object({ step: z.number().positive().max(1e15) })]).optional(),
  scale: z.object({ type: z.enum(["linear", "log"]) }).optional(),
});
/** What the height of a bar is: how many records it stands for, or the mean of a field over them. */
const chartMeasure = z.union([
  z.object({ aggregate: z.literal("count"), type: z.literal("quantitative") }),
  chartChannel.extend({ aggregate: z.literal("mean").optional() }),
]);
/** The part of Vega-Lite that the visualiser writes. Bars are drawn where Y is an aggregate. */
export const chartSpec = z.object({
  mark: z.enum(["square", "bar"]).default("square"),
  width: z.number().min(1).max(10_000).default(250),
  height: z.number().min(1).max(10_000).default(250),
  encoding: z
    .object({
      x: chartChannel.optional(),
      y: chartMeasure.optional(),
      color: chartChannel.optional(),
      size: chartChannel.optional(),
      tooltip: z.array(chartChannel).max(20).optional(),
    })
    .default({}),
});
export type ChartSpec = z.infer<typeof chartSpec>;

/** A record by the names of its fields: `application.Income`, `runtime.Score`, `carried.id`. Missing values are absent. */
const resultRow = z
  .object({ row: z.int(), outcome: z.enum(recordOutcomes), reasonCodes: z.array(z.string()) })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));
export type ResultRow = z.infer<typeof resultRow>;

const resultField = z.object({
  /** `application.<name>`, `runtime.<name>`, `carried.<name>`, or `outcome`. */
  name: z.string(),
  origin: z.enum(["application", "runtime", "carried", "outcome"]),
  type: fieldType,
  /** Over all records: of numbers their range, of others null. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  distinct: z.int(),
  /** Records that have no value there. */
  nulls: z.int(),
});
export type ResultField = z.infer<typeof resultField>;

export const experimentResultDetails = resourceOf(
  z.object({
    /** The first thousand; the rest are read as marks and records. */
    results: z.array(resultRow),
    /** Over all records. */
    fields: z.array(resultField),
    resultsCount: z.int(),
    graph: chartSpec.nullable(),
    created: timestamp,
    experimentConfigWss: webSafeString,
    experimentResultWss: webSafeString,
    experimentName: z.string(),
    solutionName: z.string(),
    datasourceName: z.string(),
    records: z.enum(["first", "all"]),
  }),
);
export type ExperimentResultDetails = z.infer<typeof experimentResultDetails>["_embedded"];

export const graphResource = resourceOf(z.object({ graph: chartSpec }));

/**
 * The field by which a channel separates records. With `bin`, numbers are grouped into equal steps; a chart groups by itself where there
 * are too many values.
 */
const markChannel = z.object({
  field: shortText(300),
  bin: z.union([z.boolean(), z.object({ step: z.number().positive().max(1e15) })]).default(false),
  /** Steps of equal ratio; values that are not above zero are then left out. */
  log: z.boolean().default(false),
});
/** One condition on a record. `outcome`, `reasonCode` and `link` (an id) are names in addition to those of fields. */
const recordFilter = z.union([
  z.object({ field: shortText(300), value: z.union([shortText(10_000), z.number(), z.null()]) }),
  /** From this one on, up to and without that one. */
  z.object({ field: shortText(300), from: z.number().optional(), to: z.number().optional() }),
]);
export type RecordFilter = z.infer<typeof recordFilter>;
const recordFilters = z.array(recordFilter).max(20).default([]);

export const marksQuestion = z.object({
  x: markChannel.optional(),
  /** With `aggregate`, Y is the mean of a number field over the records of each mark and does not separate records. */
  y: markChannel.extend({ aggregate: z.literal("mean").optional() }).optional(),
  color: markChannel.optional(),
  size: markChannel.optional(),
  /** The maximum number of steps along an axis, if the server chooses them. */
  cells: z.int().min(2).max(400).default(100),
  filters: recordFilters,
});
export type MarksQuestion = z.infer<typeof marksQuestion>;

/**
 * The position of a mark on a channel: a value, or all values from `value` up to but not including `to`; null for records without a value;
 * `rest` for values beyond the number that is shown separately.
 */
const markPlace = z.object({
  value: z.union([z.string(), z.number()]).nullable(),
  to: z.number().optional(),
  rest: z.literal(true).optional(),
});
export const mark = z.object({
  x: markPlace.optional(),
  y: markPlace.optional(),
  color: markPlace.optional(),
  size: markPlace.optional(),
  /** Records that it shows. */
  count: z.int(),
  /** One of them: the first by its row. */
  row: z.int(),
});
export type Mark = z.infer<typeof mark>;

const markChannelAnswer = z.object({
  field: z.string(),
  /** Each value separately; steps; or the mean of the records of a mark (Y with `aggregate`, colour and size of numbers that are not in steps). */
  kind: z.enum(["values", "bins", "mean"]),
  step: z.number().nullable(),
  log: z.boolean(),
  /** How many values are together in `rest`. */
  rest: z.int(),
});
export const marksAnswer = resourceOf(
  z.object({
    /** The counts of the marks add up to it: every record that the filters leave is in one of them. */
    total: z.int(),
    channels: z.object({
      x: markChannelAnswer.optional(),
      y: markChannelAnswer.optional(),
      color: markChannelAnswer.optional(),
      size: markChannelAnswer.optional(),
    }),
    marks: z.array(mark),
  }),
);
export type MarksAnswer = z.infer<typeof marksAnswer>["_embedded"];

export const recordsQuestion = z.object({
  filters: recordFilters,
  limit: z.int().min(1).max(1000).default(100),
  /** The last row of the page before. */
  after: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
});
export type RecordsQuestion = z.infer<typeof recordsQuestion>;
/** In the order of the datasource. `next` is what to send as `after` for the page that follows; null at the end. */
export const recordsAnswer = resourceOf(z.object({ records: z.array(resultRow), total: z.int(), next: z.int().nullable() }));
export type RecordsAnswer = z.infer<typeof recordsAnswer>["_embedded"];

/** One record, run again by the engine on the definition that the result keeps. */
export const experimentRecordFields = tracedExecutionFields
  .pick({
    applicationData: true,
    runtimeData: true,
    reasonCodes: true,
    error: true,
    linksTaken: true,
    steps: true,
    executionEvents: true,
    definition: true,
  })
  .extend({
    row: z.int(),
    experimentResultWss: webSafeString,
    outcome: z.enum(recordOutcomes),
    /** By the names of the columns. */
    carriedData: z.record(z.string(), z.union([z.string(), z.number()])),
    /** Why the record was not decided; empty otherwise. */
    problems: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
  });
export type ExperimentRecordFields = z.infer<typeof experimentRecordFields>;
export const experimentRecordResource = resourceOf(experimentRecordFields);
