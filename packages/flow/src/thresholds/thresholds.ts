import type { Definition, FlowLink, FlowNode, SubFlow } from "../definition.ts";
import { isSame } from "../diff/is-same.ts";
import { conditionNumbers } from "../kinds/condition-numbers.ts";
import type { EditableNumber } from "../kinds/kind.ts";
import { nodeNumbers } from "../kinds/kind-of.ts";
import { inlined, splitInlinedId } from "../sub-flows/inlined.ts";
import { findSubFlow } from "../sub-flows/sub-flow.ts";
import { withNumber } from "../table/table-numbers.ts";

/** A number that a user typed into a flow and may want to vary: a bound or points of a band, a literal of a condition or formula. */
export interface Threshold extends EditableNumber {
  /** Of a node or a link; of one inside a sub-flow, with the ids of the sub-flow nodes before it. */
  readonly id: string;
}

export interface ThresholdChange {
  readonly id: string;
  readonly path: string;
  readonly value: string;
}

/** Every number of the flow and of its sub-flows that can be dragged, nodes before links. */
export function thresholdsOf(definition: Definition): readonly Threshold[] {
  const { nodes, links } = inlined(definition);
  const placed = (id: string, numbers: readonly EditableNumber[]): readonly Threshold[] => numbers.map((number) => ({ id, ...number }));
  return [
    ...nodes.flatMap(({ id, part }) => placed(id, nodeNumbers(part))),
    ...links.flatMap(({ id, part }) => placed(id, conditionNumbers(part.conditionFields))),
  ];
}

/** The flow with other numbers; undefined if a change names no number of the flow. The result is not validated. */
export function withThresholds(definition: Definition, changes: readonly ThresholdChange[]): Definition | undefined {
  const known = new Set(thresholdsOf(definition).map(({ id, path }) => `${id} ${path}`));
  if (!changes.every(({ id, path }) => known.has(`${id} ${path}`))) return undefined;
  return changedFlow(definition, changes);
}

/**
 * Whether thresholds of a flow are the same numbers in a later state of it: in the same row and column with the same text, or in an equal
 * condition. Their paths have the indexes of rows, which may be those of other rows now.
 */
export function hasSameThresholds(before: Definition, now: Definition, thresholds: readonly Pick<Threshold, "id" | "path">[]): boolean {
  const [earlier, later] = [partsById(before), partsById(now)];
  return thresholds.every(({ id, path }) => {
    const [old, part] = [earlier.get(id), later.get(id)];
    if (old === undefined || part === undefined) return false;
    return isSame(comparedWith(old, path), comparedWith(part, path)) && isSameAt(old, part, path.split("."));
  });
}

function partsById(definition: Definition): ReadonlyMap<string, FlowNode | FlowLink> {
  const { nodes, links } = inlined(definition);
  return new Map([...nodes, ...links].map(({ id, part }) => [id, part]));
}

/** What a bound is compared with, if its row does not say so: the scored field, or a column. */
function comparedWith(part: FlowNode | FlowLink, path: string): unknown {
  if (!("type" in part)) return undefined;
  if (part.type === "RangeScore") return [part.scoredDatasource, part.scoredField];
  if (part.type !== "DecisionTable") return undefined;
  const [, , side, column] = path.split(".");
  return part[side === "inputs" ? "inputColumns" : "outputColumns"][Number(column)];
}

/** Rows are compared by their ids; cells, and items without ids, as a whole. */
function isSameAt(one: unknown, other: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined || typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const isSameRow = "id" in one && "id" in other && one.id === other.id;
  return Array.isArray(one) || isSameRow ? isSameAt(Reflect.get(one, step), Reflect.get(other, step), rest) : isSame(one, other);
}

function changedFlow(definition: Definition, changes: readonly ThresholdChange[]): Definition {
  const byPart = Map.groupBy(changes, ({ id }) => id);
  const inside = Map.groupBy(changes, ({ id }) => splitInlinedId(id)?.nodeId);
  const changed = <Part extends FlowNode | FlowLink>(part: Part): Part =>
    (byPart.get(part.id) ?? []).reduce<Part>((now, { path, value }) => withValue(now, path, value), part);
  const copies: SubFlow[] = [];
  const { nodes, links } = definition.solutionDefinition;
  const changedNodes = nodes.map((node) => {
    const own = inside.get(node.id);
    const called = node.type === "SubFlow" && own !== undefined ? findSubFlow(definition, node.versionId) : undefined;
    if (own === undefined || called === undefined) return changed(node);
    const within = own.map((change) => ({ ...change, id: splitInlinedId(change.id)?.within ?? "" }));
    // A copy for this node alone: others may run the same version. It is no version, and only for trying numbers.
    const copy = { ...called, versionId: `${called.versionId}_${copies.length + 1}`, definition: changedFlow(called.definition, within) };
    copies.push(copy);
    return { ...node, versionId: copy.versionId };
  });
  return {
    ...definition,
    solutionDefinition: { ...definition.solutionDefinition, nodes: changedNodes, links: links.map(changed) },
    ...(copies.length === 0 ? {} : { subFlows: [...(definition.subFlows ?? []), ...copies] }),
  };
}

/** Paths are those that `thresholdsOf` returns: a property, a property of a row, an entry of a row's list, or a number in a table's cell. */
function withValue<Part extends object>(part: Part, path: string, value: string): Part {
  const [name = "", ...rest] = path.split(".");
  return { ...part, [name]: changedAt(Reflect.get(part, name), rest, value) };
}

function changedAt(now: unknown, [step, ...rest]: readonly string[], value: string): unknown {
  if (step === undefined) return value;
  if (typeof now === "string") return withNumber(now, Number(step), value);
  if (Array.isArray(now)) return now.map((item: unknown, place) => (place === Number(step) ? changedAt(item, rest, value) : item));
  const owner = now as object; // by the paths of `thresholdsOf`
  return { ...owner, [step]: changedAt(Reflect.get(owner, step), rest, value) };
}
