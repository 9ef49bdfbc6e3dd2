import { z } from "zod";
import { resourceOf, timestamp, webSafeString } from "./hal.ts";

/** Completed executions by the text of the version's outcome field, the most frequent first. Empty: the flow did not set it. */
const outcomeCounts = z.array(z.object({ outcome: z.string(), count: z.int() }));
/** Read from steps that grow by 5 %, so within 2.5 % of the exact value; null where there were no executions. */
const millis = z.number().nullable();

const measures = {
  /** Executions that failed are among them. */
  total: z.int(),
  failed: z.int(),
  p50Millis: millis,
  p95Millis: millis,
  outcomes: outcomeCounts,
};

/** The maximum length of lists. */
export const maxReasonCodes = 50;
export const maxVersionRows = 50;

export const statsDetailsFields = z.object({
  key: webSafeString,
  start: timestamp,
  end: timestamp,
  /** As an ISO 8601 duration. */
  granularity: z.string(),
  ...measures,
  /** The executions for which durations, outcomes and reason codes were counted: those of earlier releases follow in the background. */
  counted: z.int(),
  /** Every bucket of the range, empty ones too. */
  series: z.array(z.object({ start: timestamp, ...measures })),
  /** The most frequent first. `text` as the newest version of the solution has it. */
  reasonCodes: z.array(z.object({ code: z.string(), text: z.string().optional(), count: z.int() })).max(maxReasonCodes),
  /** The busiest first. */
  versions: z
    .array(
      z.object({
        versionWss: webSafeString,
        versionName: z.string(),
        solutionWss: webSafeString,
        solutionName: z.string(),
        ...measures,
      }),
    )
    .max(maxVersionRows),
});
export type StatsDetailsFields = z.infer<typeof statsDetailsFields>;
export const statsDetailsResource = resourceOf(statsDetailsFields);
