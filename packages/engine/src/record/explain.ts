import type { FieldSource, NodeKind } from "@airlock/flow";
import { planOf } from "../compile/plan.ts";
import { kindOf } from "../kinds/registry.ts";
import type { NodeDetails } from "../kinds/kind.ts";
import type { ProgramLink, ProgramNode } from "../program/program.ts";
import type { CallFailure } from "../run/effect-step.ts";
import { readSlot } from "../run/read-slot.ts";
import { shown } from "../shown.ts";
import type { State } from "../run/state.ts";
import type { ExecutionError, Held, Plan, Value } from "../types.ts";
import { decodeRecord } from "./decode-record.ts";
import { explainCondition, explainSlot } from "./explain-condition.ts";
import type { ExplainedCondition, ExplainedScore, ExplainedTable, ExplainedValue } from "./explained.ts";
import { replay } from "./replay.ts";

export interface ExplainedLink {
  readonly linkId: string;
  readonly targetId: string;
  readonly taken: boolean;
  readonly otherwise: boolean;
  /** Its conditions were not evaluated: an earlier link of a node that takes the first was taken. */
  readonly skipped: boolean;
  /** Undefined for a link without conditions, and for one that was skipped. */
  readonly condition: ExplainedCondition | undefined;
}

export interface ExplainedNode {
  readonly nodeId: string;
  readonly label: string;
  readonly kind: NodeKind;
  /** The values that the node read, before it ran. */
  readonly reads: readonly ExplainedValue[];
  /** Of an Easy Rule: its If. */
  readonly condition: ExplainedCondition | undefined;
  /** Of a score that gave points. */
  readonly score: ExplainedScore | undefined;
  /** Of a Decision Table. */
  readonly table?: ExplainedTable;
  readonly changes: readonly { readonly source: FieldSource; readonly field: string; readonly before: Value; readonly after: Value }[];
  readonly reasonCodes: readonly string[];
  /** Outgoing links in their order; none for the node that failed. */
  readonly links: readonly ExplainedLink[];
  readonly error: ExecutionError | undefined;
  /** Of a web call that failed and after which the flow continued. */
  readonly callFailure: CallFailure | undefined;
}

/** Why a recorded execution went as it did, node by node in the order of running. */
export function explain(plan: Plan, text: string): readonly ExplainedNode[] {
  const compiled = planOf(plan);
  const record = decodeRecord(compiled, text);
  const { slots, links, nodes } = compiled.program;
  const explained: ExplainedNode[] = [];
  let before: Snapshot | undefined;

  const tell = (
    node: ProgramNode,
    state: State,
    outgoing: readonly ExplainedLink[],
    { error, callFailure }: Pick<ExplainedNode, "error" | "callFailure">,
  ): void => {
    if (before === undefined) return;
    const { values, reads, details, reasonCodes } = before;
    const changes = slots.flatMap((slot) => {
      const after = readSlot(state, slot);
      const was = values[slot.index];
      return was === after
        ? []
        : [{ source: slot.source, field: slot.name, before: shown(slot.type, was), after: shown(slot.type, after) }];
    });
    const given = state.reasonCodes.slice(reasonCodes);
    explained.push({
      nodeId: node.id,
      label: node.label,
      kind: node.operation.kind,
      reads,
      condition: details.condition,
      score: error === undefined ? details.score : undefined,
      ...(details.table === undefined ? {} : { table: details.table(state.today) }),
      changes,
      reasonCodes: given,
      links: outgoing,
      error,
      callFailure,
    });
  };

  replay(compiled, record, {
    triggered: ({ node: { operation } }, state) => {
      const kind = kindOf(operation.kind);
      before = {
        values: slots.map((slot) => readSlot(state, slot)),
        reads: [...new Set(kind.reads(operation))].map((slot) => explainSlot(slot, state)),
        details: kind.explain(operation, state),
        reasonCodes: state.reasonCodes.length,
      };
    },
    left: ({ node }, state, callFailure) => {
      const outgoing = node.outgoing.flatMap((index) => links[index] ?? []);
      const first = node.branches === "first" ? outgoing.findIndex((link) => hasCondition(link) && state.isTaken(link.index)) : -1;
      const explainedLinks = outgoing.map((link, position) =>
        explainLink(link, nodes[link.target]?.id ?? "", first >= 0 && position > first && hasCondition(link), state),
      );
      tell(node, state, explainedLinks, { error: undefined, callFailure });
    },
    failed: ({ node }, state) => tell(node, state, [], { error: record.error, callFailure: undefined }),
  });
  return explained;
}

interface Snapshot {
  readonly values: readonly Held[];
  readonly reads: readonly ExplainedValue[];
  readonly details: NodeDetails;
  readonly reasonCodes: number;
}

function hasCondition({ condition }: ProgramLink): boolean {
  return condition.length > 0;
}

function explainLink(link: ProgramLink, targetId: string, skipped: boolean, state: State): ExplainedLink {
  const condition = hasCondition(link) && !skipped ? explainCondition(link.condition, state) : undefined;
  return { linkId: link.id, targetId, taken: state.isTaken(link.index), otherwise: link.otherwise, skipped, condition };
}
