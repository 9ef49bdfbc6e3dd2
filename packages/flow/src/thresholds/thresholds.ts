import type { ConditionItem, Definition, FlowLink, FlowNode } from "../definition.ts";

/** A number that somebody typed into a flow and may want to drag: a bound or points of a band, a literal of a condition or formula. */
export interface Threshold {
  /** Of a node or a link. */
  readonly id: string;
  /** `ranges.2.rangeTo`, `conditionFields.0.rightHandFieldname`, `calculations.1.fieldKey` */
  readonly path: string;
  /** As it was typed; a bound that is open is empty. */
  readonly text: string;
}

export interface ThresholdChange {
  readonly id: string;
  readonly path: string;
  readonly value: string;
}

/** Every number of the flow that can be dragged, nodes before links. */
export function thresholdsOf({ solutionDefinition: { nodes, links } }: Definition): readonly Threshold[] {
  return [...nodes.flatMap(ofNode), ...links.flatMap(({ id, conditionFields }) => ofConditions(id, conditionFields))];
}

function ofNode(node: FlowNode): readonly Threshold[] {
  const { id } = node;
  if (node.type === "RangeScore") {
    return node.ranges.flatMap(({ rangeFrom, rangeTo, score }, at) => [
      { id, path: `ranges.${at}.rangeFrom`, text: rangeFrom },
      { id, path: `ranges.${at}.rangeTo`, text: rangeTo },
      { id, path: `ranges.${at}.score`, text: score },
    ]);
  }
  if (node.type === "EasyRule") return ofConditions(id, node.conditionFields);
  if (node.type !== "Calculation") return [];
  return node.calculations.flatMap(({ datasource, fieldKey }, at) =>
    datasource === "Literal" ? [{ id, path: `calculations.${at}.fieldKey`, text: fieldKey }] : [],
  );
}

function ofConditions(id: string, items: readonly ConditionItem[]): readonly Threshold[] {
  return items.flatMap((item, at) =>
    isNumber(item) ? [{ id, path: `conditionFields.${at}.rightHandFieldname`, text: item.rightHandFieldname }] : [],
  );
}

function isNumber({ rightHandDatasource, leftHandType }: ConditionItem): boolean {
  return rightHandDatasource === "Literal" && leftHandType !== "String";
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

function withValue<Part extends object>(part: Part, path: string, value: string): Part {
  const [list = "", at = "", property = ""] = path.split(".");
  const items = Reflect.get(part, list) as readonly object[]; // by the paths that `thresholdsOf` gives
  return { ...part, [list]: items.map((item, place) => (place === Number(at) ? { ...item, [property]: value } : item)) };
}
