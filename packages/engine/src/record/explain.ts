import type { ConditionOperator, FieldSource, NodeKind } from "@airlock/flow";
import { compileComparison } from "../compile/condition.ts";
import { planOf } from "../compile/plan.ts";
import type { Band, Comparison, Condition, Operation, ProgramLink, ProgramNode, Slot } from "../program/program.ts";
import { slotsReadBy } from "../program/slots-read.ts";
import { readSlot } from "../run/read-slot.ts";
import type { State } from "../run/state.ts";
import type { ExecutionError, Plan, Value } from "../types.ts";
import { decodeRecord } from "./decode-record.ts";
import { replay } from "./replay.ts";

/** A field and what it held; undefined is missing. */
export interface ExplainedValue {
  readonly source: FieldSource;
  readonly field: string;
  readonly value: Value;
}

/** One item of a condition with the values that it met. */
export interface ExplainedItem {
  readonly left: ExplainedValue;
  readonly operator: ConditionOperator;
  /** A field, or a literal under the source "Literal". */
  readonly right: { readonly source: FieldSource | "Literal"; readonly field: string | undefined; readonly value: Value };
  readonly holds: boolean;
}

/** Any of the groups, all items of the group. */
export interface ExplainedCondition {
  readonly holds: boolean;
  readonly groups: readonly (readonly ExplainedItem[])[];
}

export interface ExplainedLink {
  readonly linkId: string;
  readonly targetId: string;
  readonly taken: boolean;
  readonly otherwise: boolean;
  /** Undefined for a link without conditions. */
  readonly condition: ExplainedCondition | undefined;
}

/** What a score gave and why. */
export interface ExplainedScore {
  /** The band or value that matched, as people write it; undefined where the default points were given. */
  readonly match: string | undefined;
  readonly points: number;
  /** Empty: none. */
  readonly reasonCode: string;
}

export interface ExplainedNode {
  readonly nodeId: string;
  readonly label: string;
  readonly kind: NodeKind;
  /** What the node looked at, as it was before the node ran. */
  readonly reads: readonly ExplainedValue[];
  /** Of an Easy Rule: its If. */
  readonly condition: ExplainedCondition | undefined;
  /** Of a score that gave points. */
  readonly score: ExplainedScore | undefined;
  readonly changes: readonly { readonly source: FieldSource; readonly field: string; readonly before: Value; readonly after: Value }[];
  readonly reasonCodes: readonly string[];
  /** Outgoing links in their order; none for the node that failed. */
  readonly links: readonly ExplainedLink[];
  readonly error: ExecutionError | undefined;
}

/** Why a recorded execution went as it did, node by node in the order of running. */
export function explain(plan: Plan, text: string): readonly ExplainedNode[] {
  const compiled = planOf(plan);
  const record = decodeRecord(compiled, text);
  const { slots, links, nodes } = compiled.program;
  const explained: ExplainedNode[] = [];
  let before: Snapshot | undefined;

  const tell = (node: ProgramNode, state: State, outgoing: readonly ExplainedLink[], error: ExecutionError | undefined): void => {
    if (before === undefined) return;
    const { values, reads, condition, score, reasonCodes } = before;
    const changes = slots.flatMap((slot) => {
      const after = readSlot(state, slot);
      const was = values[slot.index];
      return was === after ? [] : [{ source: slot.source, field: slot.name, before: was, after }];
    });
    const given = state.reasonCodes.slice(reasonCodes);
    explained.push({
      nodeId: node.id,
      label: node.label,
      kind: node.operation.kind,
      reads,
      condition,
      score: error === undefined ? score : undefined,
      changes,
      reasonCodes: given,
      links: outgoing,
      error,
    });
  };

  replay(compiled, record, {
    triggered: ({ node: { operation } }, state) => {
      before = {
        values: slots.map((slot) => readSlot(state, slot)),
        reads: slotsReadBy(operation).map((slot) => explainSlot(slot, state)),
        condition: operation.kind === "EasyRule" ? explainCondition(operation.condition, state) : undefined,
        score: explainScore(operation, state),
        reasonCodes: state.reasonCodes.length,
      };
    },
    left: ({ node }, state) => {
      const outgoing = node.outgoing.flatMap((index) => links[index] ?? []);
      tell(
        node,
        state,
        outgoing.map((link) => explainLink(link, nodes[link.target]?.id ?? "", state)),
        undefined,
      );
    },
    failed: ({ node }, state) => tell(node, state, [], record.error),
  });
  return explained;
}

interface Snapshot {
  readonly values: readonly Value[];
  readonly reads: readonly ExplainedValue[];
  readonly condition: ExplainedCondition | undefined;
  readonly score: ExplainedScore | undefined;
  readonly reasonCodes: number;
}

function explainSlot(slot: Slot, state: State): ExplainedValue {
  return { source: slot.source, field: slot.name, value: readSlot(state, slot) };
}

function explainCondition(condition: Condition, state: State): ExplainedCondition {
  const groups = condition.map((group) => group.map((item) => explainItem(item, state)));
  return { groups, holds: groups.length === 0 || groups.some((group) => group.every((item) => item.holds)) };
}

function explainItem(comparison: Comparison, state: State): ExplainedItem {
  const { left, operator, right } = comparison;
  return {
    left: explainSlot(left, state),
    operator,
    right: right.kind === "slot" ? explainSlot(right.slot, state) : { source: "Literal", field: undefined, value: right.value },
    holds: compileComparison(comparison)(state),
  };
}

/** [SC1] to [SC5] */
function explainScore(operation: Operation, state: State): ExplainedScore | undefined {
  if (operation.kind !== "RangeScore" && operation.kind !== "ListScore") return undefined;
  const value = readSlot(state, operation.scored);
  if (operation.kind === "RangeScore") {
    const band = operation.bands.find((one) => typeof value === "number" && bandHolds(one, value));
    if (band !== undefined) return { match: bandText(band), points: band.points, reasonCode: band.reasonCode };
  } else {
    const entry = operation.entries.find((one) => one.value === value);
    if (entry !== undefined) return { match: String(entry.value), points: entry.points, reasonCode: entry.reasonCode };
  }
  return operation.fallback === undefined ? undefined : { match: undefined, points: operation.fallback, reasonCode: "" };
}

function bandHolds({ from, fromIncluded, to, toIncluded }: Band, value: number): boolean {
  const above = from === undefined || (fromIncluded ? value >= from : value > from);
  return above && (to === undefined || (toIncluded ? value <= to : value < to));
}

/** "[0.4, 0.5)"; "under 18" and "75 and over" where a side is open. */
function bandText({ from, fromIncluded, to, toIncluded }: Band): string {
  if (from === undefined && to === undefined) return "any number";
  if (from === undefined) return `${toIncluded ? "up to" : "under"} ${to}`;
  if (to === undefined) return fromIncluded ? `${from} and over` : `over ${from}`;
  return `${fromIncluded ? "[" : "("}${from}, ${to}${toIncluded ? "]" : ")"}`;
}

function explainLink(link: ProgramLink, targetId: string, state: State): ExplainedLink {
  const condition = link.condition.length === 0 ? undefined : explainCondition(link.condition, state);
  return { linkId: link.id, targetId, taken: state.isTaken(link.index), otherwise: link.otherwise, condition };
}
