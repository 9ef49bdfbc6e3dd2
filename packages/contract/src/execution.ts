import { z } from "zod";
import { resourceOf, timestamp, webSafeString } from "./hal.ts";

/** Field values by name, as the version's application fields call for. */
export const executionRequest = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export const executionFields = z.object({
  webSafeString,
  solutionProcessId: webSafeString,
  versionWss: webSafeString,
  solutionWss: webSafeString,
  started: timestamp,
  ended: timestamp,
  durationMillis: z.number(),
  status: z.enum(["completed", "failed"]),
  runtimeData: z.record(z.string(), z.union([z.string(), z.number()])),
  reasonCodes: z.array(z.string()),
  error: z.object({ code: z.string(), nodeId: z.string(), message: z.string() }).optional(),
});
export type ExecutionFields = z.infer<typeof executionFields>;
export const executionResource = resourceOf(executionFields);
