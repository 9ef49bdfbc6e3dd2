import type { Definition } from "@airlock/flow";
import { z } from "zod";
import { columnTypes } from "./datasource.ts";
import { partId, resourceOf, shortText } from "./hal.ts";

/** A column of the datasource by which the records of an outcome can be described: a mean, or the share of one value. */
const measurableColumn = z.object({
  name: z.string(),
  type: z.enum(columnTypes),
  /** A number that is 0 or 1 and nothing else: its mean is a share. */
  isFlag: z.boolean(),
  /** Of texts: the most frequent. */
  values: z.array(z.string()),
});
export type MeasurableColumn = z.infer<typeof measurableColumn>;

/** The flow that a result ran, as it was then. */
export const ranDefinition = resourceOf(
  z.object({
    definition: z.looseObject({}) as unknown as z.ZodType<Definition, Definition>,
    /** Empty if the datasource's rows are not those that ran, are not in Airlock or may not be read by the caller. */
    measurable: z.array(measurableColumn),
  }),
);
export type RanDefinition = z.infer<typeof ranDefinition>["_embedded"];

/** A number as a user would type it. */
const typedNumber = z.string().regex(/^-?\d{1,15}(\.\d{1,12})?$/);

/** A number of a node or a link: `ranges.2.rangeTo`, `conditionFields.0.rightHandFieldname`, `calculations.1.fieldKey` */
const numberPath = { id: partId, path: shortText(100) };

/** Other numbers for a flow that ran: bounds and points of bands, literals of conditions and formulas. */
export const whatIfQuestion = z.object({
  changes: z
    .array(
      z.object({
        ...numberPath,
        /** Empty for an open bound. */
        value: z.union([typedNumber, z.literal("")]),
      }),
    )
    .max(200),
  /**
   * Also count the records for each of these positions of one number: a bound of bands or a literal of a condition, which separates the
   * values of one field. A bound that two bands share is two parts that move together.
   */
  drag: z
    .object({
      parts: z.array(z.object(numberPath)).min(1).max(10),
      /** Ascending. */
      positions: z.array(typedNumber).min(2).max(500),
    })
    .optional(),
  /** A Range Score whose scored values are counted by band and outcome. */
  focus: partId.optional(),
  /** Fields whose values at a node are counted by outcome: those that a condition of the node or of a link from it compares with a number. */
  values: z
    .array(z.object({ node: partId, /** `runtime.total` */ field: shortText(200) }))
    .max(12)
    .default([]),
  /** Measures of the records of each outcome: the mean of a column of the datasource, or the share of one of its values. */
  measures: z
    .array(z.object({ column: shortText(200), value: shortText(200).optional() }))
    .max(6)
    .default([]),
});
export type WhatIfQuestion = z.infer<typeof whatIfQuestion>;

/** Records with the same outcomes, counted together. */
const whatIfGroup = z.object({
  before: z.string(),
  after: z.string(),
  /** With `drag`: how many of its positions are below the value. Records without a value have 0. */
  position: z.int(),
  /** The step of the value that the Range Score in focus scores; -1 if it did not score one. */
  step: z.int(),
  /** The band from 1 on; 0 for none, -1 if the record did not reach the Range Score. */
  bandBefore: z.int(),
  bandAfter: z.int(),
  count: z.int(),
  /** For each of `values`: the number of records by step. */
  steps: z.array(z.record(z.string(), z.int())),
});
export type WhatIfGroup = z.infer<typeof whatIfGroup>;

/** Equal steps from the least to the largest value, by the current outcome of the records. */
const bins = z.array(z.array(z.object({ outcome: z.string(), count: z.int() })));

/** The mean over the records that have a value; null if none has. */
const meanOf = z.object({ count: z.int(), mean: z.number().nullable() });

/** The outcomes of all records of a result with these numbers, and the previous ones. Nothing is stored. */
export const whatIfFields = z.object({
  total: z.int(),
  /** The runtime field with the outcome; null where there is none: the outcome is then how the record ended. */
  outcomeField: z.string().nullable(),
  /** `Failed` and `Not decided` are records without a decision; the empty one is a missing value. */
  outcomes: z.array(z.object({ outcome: z.string(), before: z.int(), after: z.int() })),
  changed: z.int(),
  moves: z.array(z.object({ from: z.string(), to: z.string(), count: z.int() })),
  focus: z
    .object({
      id: z.string(),
      field: z.string(),
      min: z.number(),
      max: z.number(),
      /** Records that reached it, by band: before and after. */
      bands: z.array(z.object({ before: z.int(), after: z.int() })),
      /** Records that reached it and are in none of its bands: they get the default points. */
      unmatched: z.object({ before: z.int(), after: z.int() }),
      bins,
    })
    .optional(),
  /**
   * Only with `drag`: the records whose value is above a position, as with the lowest one, and those whose value is below it, as with the highest.
   * The other fields are those of the lowest position; `whatIfAt` returns those of any.
   */
  drag: z.object({ above: z.array(whatIfGroup), below: z.array(whatIfGroup) }).optional(),
  /** In the order of the request: the values of records that reached the node. */
  values: z.array(z.object({ node: z.string(), field: z.string(), min: z.number(), max: z.number(), bins })),
  /** In the order of the request. */
  measures: z.array(
    z.object({
      column: z.string(),
      value: z.string().nullable(),
      outcomes: z.array(z.object({ outcome: z.string(), before: meanOf, after: meanOf })),
    }),
  ),
});
export type WhatIfFields = z.infer<typeof whatIfFields>;
export const whatIfResource = resourceOf(whatIfFields);
