import { basePath } from "@airlock/contract";
import type { Decision } from "./decide.ts";

/** The execution response of the specification, as HAL. Built as text: everything but the flow's own values is known to be plain. */
export function answerText(decision: Decision, runtimeId: string): string {
  const { executionId, deployment, execution, started, durationMicros } = decision;
  const { versionId, solutionId } = deployment;
  const error = execution.error === undefined ? "" : `,"error":${JSON.stringify(execution.error)}`;
  return (
    `{"_embedded":{"webSafeString":"${executionId}","solutionProcessId":"${runtimeId}","versionWss":"${versionId}","solutionWss":"${solutionId}",` +
    `"started":"${isoTime(started)}","ended":"${isoTime(started + Math.round(durationMicros / 1000))}","durationMillis":${durationMicros / 1000},` +
    `"status":"${execution.status}","runtimeData":${JSON.stringify(execution.runtimeData)},"reasonCodes":${JSON.stringify(execution.reasonCodes)}${error}},` +
    `"_links":{"execute":{"href":"${basePath}/versions/${versionId}/execute","allow":["POST"]}}}`
  );
}

let lastMillis = Number.NaN;
let lastText = "";

/** Many decisions share a millisecond. */
function isoTime(millis: number): string {
  if (millis !== lastMillis) {
    lastMillis = millis;
    lastText = new Date(millis).toISOString();
  }
  return lastText;
}
