import type { ExecutionFields } from "@airlock/contract";
import type { DatasetField } from "@airlock/flow";
import { sampleValue } from "../../parts/code-sample/sample-values.ts";

interface Described {
  readonly versionWss: string;
  readonly solutionWss: string;
  readonly fields: readonly DatasetField[];
}

/** The form of a response before there is one: sample values for the runtime fields, no time and no path. */
export function sampleResponse({ versionWss, solutionWss, fields }: Described): ExecutionFields {
  return {
    webSafeString: "01M8C4T6Q2V9XK3E7RZN5HWDPA",
    solutionProcessId: "01M8C4T6Q2V9XK3E7RZN5HWDPA",
    versionWss,
    solutionWss,
    started: "2026-11-17T09:30:00.000Z",
    ended: "2026-11-17T09:30:00.002Z",
    durationMillis: 2,
    status: "completed",
    runtimeData: Object.fromEntries(fields.map(({ name, type }) => [name, sampleValue(type)])),
    reasonCodes: ["R01"],
  };
}
