import { outcomeOf, type ComparedRecordFields, type ExecutionStep, type TracedRecordFields } from "@airlock/contract";
import { encodeRecord, expandRecord, explain, type Execution, type Plan, type ValuesByName } from "@airlock/engine";
import { stepsOf } from "../execution/steps.ts";
import { decidingCondition } from "./deciding-condition.ts";
import { decidingRows } from "./deciding-rows.ts";
import type { ComparedFlows } from "./plans.ts";
import { turningPoint, type TurningPointParts } from "./turning-point.ts";

/** One input, run by both flows. */
export interface BothRuns {
  readonly applicationData: ValuesByName;
  readonly left: Execution;
  readonly right: Execution;
}

export type PlainFields = Omit<ComparedRecordFields, "applicationData" | "decidedBy" | "tableRows" | "left" | "right">;

function ranFields(field: string | null, execution: Execution) {
  const { status, runtimeData, reasonCodes, error } = execution;
  const outcome = outcomeOf(field, execution);
  return { status, outcome, runtimeData, reasonCodes: [...reasonCodes], ...(error === undefined ? {} : { error }) };
}

/** Without values if it could not be run again. */
export function recordFields(
  plain: PlainFields,
  field: string | null,
  flows: ComparedFlows,
  both: BothRuns | undefined,
): ComparedRecordFields {
  if (both === undefined) return { ...plain, applicationData: {} };
  const { applicationData, left, right } = both;
  return {
    ...plain,
    applicationData,
    ...decidedBy(flows, both, plain.firstNode),
    left: ranFields(field, left),
    right: ranFields(field, right),
  };
}

function decidedBy(
  flows: ComparedFlows,
  { left, right }: BothRuns,
  firstNode: string,
): Pick<ComparedRecordFields, "decidedBy" | "tableRows"> {
  const [before, after] = [explain(flows.left.plan, encodeRecord(left)), explain(flows.right.plan, encodeRecord(right))];
  const found = decidingCondition(before, after);
  const tableRows = decidingRows(before, after, firstNode);
  return { ...(found === undefined ? {} : { decidedBy: found }), ...(tableRows === undefined ? {} : { tableRows }) };
}

export async function tracedFields(
  plain: PlainFields,
  field: string | null,
  flows: ComparedFlows,
  both: BothRuns | undefined,
  run: TurningPointParts["run"],
): Promise<TracedRecordFields> {
  if (both === undefined) return { ...plain, applicationData: {} };
  const traced = (plan: Plan, execution: Execution) => {
    const text = encodeRecord(execution);
    const { linksTaken, executionEvents } = expandRecord(plan, text);
    return {
      ...ranFields(field, execution),
      linksTaken: [...linksTaken],
      steps: stepsOf(plan, text),
      executionEvents: executionEvents.map(({ id, action, eventType, runtimeData }) => ({ id, action, eventType, runtimeData })),
    };
  };
  const [left, right] = [traced(flows.left.plan, both.left), traced(flows.right.plan, both.right)];
  const pointsIn = (steps: readonly ExecutionStep[]) => steps.find(({ nodeId }) => nodeId === plain.firstNode)?.score?.points;
  const first = { nodeId: plain.firstNode, old: pointsIn(left.steps), new: pointsIn(right.steps) };
  const turn = await turningPoint({ flows, field, left: both.left, right: both.right, first, run });
  return {
    ...plain,
    applicationData: both.applicationData,
    ...decidedBy(flows, both, plain.firstNode),
    left,
    right,
    ...(turn === undefined ? {} : { turn }),
  };
}
