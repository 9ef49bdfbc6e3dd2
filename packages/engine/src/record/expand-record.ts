import { planOf } from "../compile/plan.ts";
import type { ProgramNode } from "../program/program.ts";
import { slotValues } from "../run/read-slot.ts";
import type { State } from "../run/state.ts";
import type { ExecutionError, ExecutionEvent, ExpandedExecution, Plan } from "../types.ts";
import { decodeRecord } from "./decode-record.ts";
import { replay } from "./replay.ts";

/** [EV1] An execution record and its frozen version contain everything: the events are computed, not stored. */
export function expandRecord(plan: Plan, text: string): ExpandedExecution {
  const compiled = planOf(plan);
  const record = decodeRecord(compiled, text);
  const { applicationSlots, runtimeSlots, links } = compiled.program;
  const executionEvents: ExecutionEvent[] = [];
  const failedCalls: ExecutionError[] = [];
  const tell = (id: string, action: ExecutionEvent["action"], eventType: string, node: ProgramNode, state: State): void => {
    executionEvents.push({ id, action, eventType, runtimeData: slotValues(state, node.runtimeSlots) });
  };
  replay(compiled, record, {
    triggered: ({ node }, state) => {
      // The links of a sub-flow's Start are those of the node that calls it, where they join.
      const isJoin = node.operation.kind !== "Start" && state.countTaken(node.incoming) > 1;
      if (isJoin) tell(`${node.id}.JOIN`, "triggered", "Join", node, state);
      tell(node.id, "triggered", node.operation.kind, node, state);
    },
    left: ({ node }, state, failure) => {
      if (failure !== undefined) failedCalls.push({ ...failure, nodeId: node.id });
      tell(node.id, "left", node.operation.kind, node, state);
      if (state.countTaken(node.outgoing) > 1) tell(`${node.id}.SPLIT`, "left", "Split", node, state);
    },
    failed: ({ node }, state) => tell(node.id, "ERROR", node.operation.kind, node, state),
  });
  return {
    status: record.error === undefined ? "completed" : "failed",
    applicationData: slotValues(record.input, applicationSlots),
    runtimeData: slotValues(record.after, runtimeSlots),
    reasonCodes: record.reasonCodes,
    linksTaken: record.links.flatMap((index) => links[index]?.id ?? []),
    error: record.error,
    executionEvents,
    failedCalls,
  };
}
