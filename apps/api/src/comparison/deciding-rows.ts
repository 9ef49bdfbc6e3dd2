import type { ComparedRecordFields } from "@airlock/contract";
import type { ExplainedNode } from "@airlock/engine";

/** Of all rows that count these are listed: with the policy first there is one. */
const maxRows = 5;

/** The rows that counted in both flows, where the first node that did something else is a Decision Table of both. */
export function decidingRows(
  left: readonly ExplainedNode[],
  right: readonly ExplainedNode[],
  firstNode: string,
): ComparedRecordFields["tableRows"] {
  const rowsIn = (steps: readonly ExplainedNode[]) => steps.find(({ nodeId }) => nodeId === firstNode)?.table?.rows;
  const [old, now] = [rowsIn(left), rowsIn(right)];
  return old === undefined || now === undefined ? undefined : { left: old.slice(0, maxRows), right: now.slice(0, maxRows) };
}
