/** Functions of a node that dispatch to its kind. */
import type { FlowNode, NodeKind } from "../definition.ts";
import type { PlainRows } from "../diff/plain-rows.ts";
import type { ConditionItem, FieldName, FieldSource } from "../node-parts.ts";
import type { ComparableRow, ListedTexts, MatchingRows } from "../production/facts.ts";
import type { Check } from "../validate/check.ts";
import type {
  EditableNumber,
  FieldRead,
  FieldThere,
  FieldUse,
  FieldWrite,
  KindDescription,
  KindEffect,
  ModelRef,
  SetText,
  Unset,
} from "./kind.ts";
import { kinds } from "./registry.ts";

const kindByName: ReadonlyMap<string, NodeKind> = new Map(Object.values(kinds).map(({ kind }) => [kind, kind]));

export const nodeKinds: readonly NodeKind[] = [...kindByName.values()];

export function asNodeKind(name: unknown): NodeKind | undefined {
  return typeof name === "string" ? kindByName.get(name) : undefined;
}

/**
 * The description of a node's kind. The compiler cannot infer that `kinds[node.type]` accepts exactly this node, because it widens the kind
 * to the union of all; the registry's type guarantees it.
 */
function describing(node: FlowNode): KindDescription<FlowNode> {
  return kinds[node.type] as unknown as KindDescription<FlowNode>;
}

export function nodeUses(node: FlowNode): readonly FieldUse[] {
  return describing(node).uses(node);
}

export function nodeReads(node: FlowNode): readonly FieldRead[] {
  return nodeUses(node).filter((use) => use.access === "read");
}

export function nodeWrites(node: FlowNode): readonly FieldWrite[] {
  return nodeUses(node).filter((use) => use.access === "write");
}

/** When a node leaves a field as it was that it sets otherwise. */
export function nodeUnset(node: FlowNode, fieldName: FieldName, there: (source: FieldSource, key: string) => FieldThere): Unset {
  return describing(node).unset?.(node, fieldName, there) ?? { when: "does not always set it" };
}

/** The reason codes that a node names; empty ones among them. */
export function nodeReasonCodes(node: FlowNode): readonly string[] {
  return describing(node).reasonCodes?.(node) ?? [];
}

/** The literal texts that a node may set runtime fields to. */
export function nodeSetTexts(node: FlowNode): readonly SetText[] {
  return describing(node).setTexts?.(node) ?? [];
}

/** The names of the lists that a node looks up other than in its condition. */
export function nodeLists(node: FlowNode): readonly string[] {
  return describing(node).lists?.(node) ?? [];
}

export function checkNode(node: FlowNode, check: Check): void {
  describing(node).check(node, check);
}

export function nodeSummary(node: FlowNode, fieldName: FieldName): string {
  return describing(node).summary(node, fieldName);
}

export function nodeCondition(node: FlowNode): readonly ConditionItem[] {
  return describing(node).condition(node);
}

/** The rows of a node that match values; undefined if its kind has none. */
export function nodeMatching(node: FlowNode): NodeMatching | undefined {
  const matching = asNodeKind(node.type) === undefined ? undefined : describing(node).matching;
  if (matching === undefined) return undefined;
  return {
    property: matching.property,
    texts: () => matching.texts(node),
    rows: () => matching.rows(node),
    columnIds: () => matching.columnIds(node),
  };
}

interface NodeMatching extends Pick<MatchingRows<FlowNode>, "property"> {
  readonly texts: () => readonly ListedTexts[];
  readonly rows: () => readonly ComparableRow[];
  readonly columnIds: () => readonly (string | null)[];
}

export function nodeNumbers(node: FlowNode): readonly EditableNumber[] {
  return describing(node).numbers(node);
}

export function nodeWithoutNoise(node: FlowNode, rows: PlainRows): FlowNode {
  return describing(node).withoutNoise(node, rows);
}

/** Of a property that the node's kind does not have: empty. */
export function nodePropertyText(node: FlowNode, property: string, fieldName: FieldName): string | readonly string[] {
  const texts: Readonly<Record<string, (node: FlowNode, fieldName: FieldName) => string | readonly string[]>> =
    describing(node).propertyTexts;
  return texts[property]?.(node, fieldName) ?? "";
}

/** Definitions that were not parsed here may have kinds of a later release; those are assumed to have no effect. */
function effectOf(node: FlowNode): KindEffect<FlowNode> {
  return asNodeKind(node.type) === undefined ? { name: "none" } : describing(node).effect;
}

/** Whether nodes of a kind call another service; false for an unknown kind. */
export function callsServices(kind: unknown): boolean {
  const known = asNodeKind(kind);
  return known !== undefined && kinds[known].effect.name === "webCall";
}

/** What a node sends to another service, if its kind does. */
export function webCallOf(node: FlowNode): WebCallParts | undefined {
  const effect = effectOf(node);
  return effect.name === "webCall" ? { url: effect.url(node), texts: effect.texts(node), continues: effect.continues(node) } : undefined;
}

interface WebCallParts {
  readonly url: string;
  readonly texts: readonly string[];
  /** Whether the flow continues when the call fails. */
  readonly continues: boolean;
}

/** The model that a node scores with, if its kind does. */
export function modelOf(node: FlowNode): ModelRef | undefined {
  const effect = effectOf(node);
  return effect.name === "predict" ? effect.model(node) : undefined;
}

/** The node with another model; the same node if its kind does not use models. */
export function withModel(node: FlowNode, model: number): FlowNode {
  const effect = effectOf(node);
  return effect.name === "predict" ? effect.withModel(node, model) : node;
}
