import type { Definition, FlowLink, FlowNode } from "../definition.ts";
import { conditionNumbers } from "../kinds/condition-numbers.ts";
import type { EditableNumber } from "../kinds/kind.ts";
import { nodeNumbers } from "../kinds/kind-of.ts";
import { withNumber } from "../table/table-numbers.ts";

/** A number that somebody typed into a flow and may want to drag: a bound or points of a band, a literal of a condition or formula. */
export interface Threshold extends EditableNumber {
  /** Of a node or a link. */
  readonly id: string;
}

export interface ThresholdChange {
  readonly id: string;
  readonly path: string;
  readonly value: string;
}

/** Every number of the flow that can be dragged, nodes before links. */
export function thresholdsOf({ solutionDefinition: { nodes, links } }: Definition): readonly Threshold[] {
  const placed = (id: string, numbers: readonly EditableNumber[]): readonly Threshold[] => numbers.map((number) => ({ id, ...number }));
  return [
    ...nodes.flatMap((node) => placed(node.id, nodeNumbers(node))),
    ...links.flatMap(({ id, conditionFields }) => placed(id, conditionNumbers(conditionFields))),
  ];
}

/** The flow with other numbers; undefined where a change names no number of the flow. Whether they make sense is the validator's to say. */
export function withThresholds(definition: Definition, changes: readonly ThresholdChange[]): Definition | undefined {
  const known = new Set(thresholdsOf(definition).map(({ id, path }) => `${id} ${path}`));
  if (!changes.every(({ id, path }) => known.has(`${id} ${path}`))) return undefined;
  const byPart = Map.groupBy(changes, ({ id }) => id);
  const changed = <Part extends FlowNode | FlowLink>(part: Part): Part =>
    (byPart.get(part.id) ?? []).reduce<Part>((now, { path, value }) => withValue(now, path, value), part);
  const { nodes, links } = definition.solutionDefinition;
  return {
    ...definition,
    solutionDefinition: { ...definition.solutionDefinition, nodes: nodes.map(changed), links: links.map(changed) },
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
  const owner = now as object; // by the paths that `thresholdsOf` gives
  return { ...owner, [step]: changedAt(Reflect.get(owner, step), rest, value) };
}
