import { basePath } from "@airlock/contract";
import type { Plan } from "@airlock/engine";
import type { Decision } from "./decide.ts";

/** The execution response of the specification, as HAL. Built by concatenation: only the flow's own values need escaping. */
export function answerText(decision: Decision, runtimeId: string): string {
  const { executionId, deployment, execution, started, durationMicros } = decision;
  const { versionId, solutionId, plan } = deployment;
  const error = execution.error === undefined ? "" : `,"error":${JSON.stringify(execution.error)}`;
  return (
    `{"_embedded":{"webSafeString":"${executionId}","solutionProcessId":"${runtimeId}","versionWss":"${versionId}","solutionWss":"${solutionId}",` +
    `"started":"${isoTime(started)}","ended":"${isoTime(started + Math.round(durationMicros / 1000))}","durationMillis":${durationMicros / 1000},` +
    `"status":"${execution.status}","runtimeData":${JSON.stringify(execution.runtimeData)},"reasonCodes":${JSON.stringify(execution.reasonCodes)}${reasonsText(plan?.reasonTexts, execution.reasonCodes)}${error}},` +
    `"_links":{"execute":{"href":"${basePath}/versions/${versionId}/execute","allow":["POST"]}}}`
  );
}

/** The distinct codes with their texts; empty for a version without texts. */
function reasonsText(reasonTexts: Plan["reasonTexts"] | undefined, codes: readonly string[]): string {
  if (reasonTexts === undefined || reasonTexts.size === 0) return "";
  return `,"reasons":${JSON.stringify([...new Set(codes)].map((code) => ({ code, text: reasonTexts.get(code) })))}`;
}

let lastMillis = Number.NaN;
let lastText = "";

/** Cached: many decisions share a millisecond. */
function isoTime(millis: number): string {
  if (millis !== lastMillis) {
    lastMillis = millis;
    lastText = new Date(millis).toISOString();
  }
  return lastText;
}
