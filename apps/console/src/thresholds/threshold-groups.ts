import type { ResultField, WhatIfQuestion } from "@airlock/contract";
import {
  conditionText,
  fieldNames,
  fieldOutside,
  inlined,
  isNumberType,
  kinds,
  nodeCondition,
  splitInlinedId,
  thresholdsOf,
  type ConditionItem,
  type Definition,
  type FlowNode,
  type InlinedPart,
  type Threshold,
} from "@airlock/flow";
import { tableThresholds } from "./table-thresholds.ts";

/** What can be dragged together: the bands of a score, the conditions of a rule or of the links that leave a node, a table, a formula. */
export interface ThresholdGroup {
  readonly key: string;
  /** Of the node; inside a sub-flow, with the ids of the sub-flow nodes before it. */
  readonly id: string;
  readonly kind: "bands" | "links" | "rule" | "table" | "formula";
  readonly node: FlowNode;
  /** Inside a sub-flow, after the names of the sub-flow nodes: 'Affordability, Headroom'. */
  readonly name: string;
  readonly says: string;
  readonly thresholds: readonly NamedThreshold[];
}

export interface NamedThreshold extends Threshold {
  /** 'total >= 620', with the number as it was. */
  readonly says: string;
  /** The field that it is compared with, as results name it; undefined where there is none. */
  readonly field: string | undefined;
  /** Paths of the same part that move with it. */
  readonly also?: readonly string[];
  /** Those of one column are on one axis, also where no field is compared. */
  readonly column?: string;
}

/** In the order of the flow, those of each sub-flow after it. */
export function groupsOf(flow: Definition): readonly ThresholdGroup[] {
  const { nodes, links } = inlined(flow);
  const byPart = Map.groupBy(thresholdsOf(flow), ({ id }) => id);
  const names = new Map(nodes.map(({ id, part }) => [id, part.label === "" ? kinds[part.type].typeLabel : part.label]));
  const named = ({ id, definition, path }: Placed, items: readonly ConditionItem[]): readonly NamedThreshold[] =>
    (byPart.get(id) ?? []).flatMap((threshold) => {
      const item = items[Number(threshold.path.split(".")[1])];
      return item === undefined
        ? []
        : [{ ...threshold, says: itemText(definition, item), field: fieldOf(flow, { definition, path }, item) }];
    });
  return nodes.flatMap((placed): readonly ThresholdGroup[] => {
    const { id, part: node, definition, path } = placed;
    const name = pathsTo(id)
      .map((one) => names.get(one) ?? "")
      .join(", ");
    const own = byPart.get(id) ?? [];
    const ownGroup = (): ThresholdGroup => {
      const part = { key: id, id, node, name };
      if (node.type === "RangeScore") {
        const says = `${node.ranges.length} bands of ${nameOf(definition, node.scoredDatasource, node.scoredField)}`;
        return { ...part, kind: "bands", says, thresholds: own.map((one) => ({ ...one, says: "", field: undefined })) };
      }
      if (node.type === "DecisionTable") {
        const thresholds = tableThresholds(node, own, definition);
        // Results have values of the flow itself.
        const shown = path === "" ? thresholds : thresholds.map((one) => ({ ...one, field: undefined }));
        return { ...part, kind: "table", says: kinds.DecisionTable.summary(node, fieldNames(definition)), thresholds: shown };
      }
      const condition = nodeCondition(node);
      if (condition.length > 0) {
        const thresholds = named(placed, condition);
        return { ...part, kind: "rule", says: thresholds.map(({ says }) => says).join(", "), thresholds };
      }
      const thresholds = own.map((one) => ({ ...one, says: `${one.text} in the formula`, field: undefined }));
      return { ...part, kind: "formula", says: thresholds.map(({ text }) => text).join(", "), thresholds };
    };
    const groups: ThresholdGroup[] = own.length > 0 ? [ownGroup()] : [];
    const leaving = links
      .filter((link) => `${link.path}${link.part.source}` === id)
      .flatMap((link) => named(link, link.part.conditionFields));
    if (leaving.length > 0) {
      const says = leaving.map((one) => one.says).join(", ");
      groups.push({ key: `links of ${id}`, id, kind: "links", node, name, says, thresholds: leaving });
    }
    return groups;
  });
}

/** Whether a number is inside a sub-flow, whose version cannot be changed from outside. */
export function isInside({ id }: Pick<Threshold, "id">): boolean {
  return splitInlinedId(id) !== undefined;
}

/** The ids of the sub-flow nodes that a part is inside of, then its own. */
function pathsTo(id: string): readonly string[] {
  const parts = id.split("/");
  return parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
}

type Placed = Pick<InlinedPart<unknown>, "id" | "definition" | "path">;

/** The thresholds that the same field is compared with, or that are in one column of a table, together; all others one by one. */
export function byField(
  thresholds: readonly NamedThreshold[],
): readonly { readonly field: string | undefined; readonly thresholds: readonly NamedThreshold[] }[] {
  const groups = Map.groupBy(thresholds, ({ id, path, field, column }) => field ?? column ?? `${id} ${path}`);
  return [...groups.values()].map((own) => ({ field: own[0]?.field, thresholds: own }));
}

/** What is counted for a group: the bands of its score, or the values of the number fields that its conditions compare. */
export function countedIn(group: ThresholdGroup | undefined, fields: readonly ResultField[]): Pick<WhatIfQuestion, "focus" | "values"> {
  if (group === undefined) return { values: [] };
  if (group.kind === "bands") return { focus: group.id, values: [] };
  const numbers = new Set(fields.filter(({ type }) => isNumberType(type)).map(({ name }) => name));
  const compared = byField(group.thresholds).flatMap(({ field }) => (field !== undefined && numbers.has(field) ? [field] : []));
  return { values: compared.slice(0, maxValues).map((field) => ({ node: group.id, field })) };
}

/** The API's limit of fields per request. */
const maxValues = 12;

/** From the least to the largest value of the field, and as far as the thresholds that it is compared with. */
export function axisOf(
  field: Pick<ResultField, "min" | "max"> | undefined,
  thresholds: readonly NamedThreshold[],
): { readonly min: number; readonly max: number } {
  const typed = thresholds.map(({ text }) => Number(text));
  const [min, max] = [Math.min(...typed), Math.max(...typed)];
  // Without values there is room on both sides: as much as the thresholds span, and none below 0 where no threshold is.
  const room = max > min ? max - min : Math.abs(max || 10);
  const below = min >= 0 && max > min ? Math.max(0, min - room) : min - room;
  return { min: Math.min(field?.min ?? rounded(below), min), max: Math.max(field?.max ?? rounded(max + room), max) };
}

/** Without floating-point noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

function itemText(definition: Definition, item: ConditionItem): string {
  return conditionText(item, (source, key) => nameOf(definition, source, key));
}

/** As results name it: of a condition inside a sub-flow, the field that its field is set from. */
function fieldOf(
  flow: Definition,
  within: Pick<Placed, "definition" | "path">,
  { leftHandDatasource: source, leftHandFieldname: key }: ConditionItem,
): string | undefined {
  const outside = fieldOutside(flow, within, { source, key });
  if (outside === undefined) return undefined;
  return `${outside.source === "Application" ? "application" : "runtime"}.${nameOf(flow, outside.source, outside.key)}`;
}

function nameOf(definition: Definition, source: "Application" | "Runtime", key: string): string {
  const fields = source === "Application" ? definition.applicationDatasetFields : definition.runtimeDatasetFields;
  return fields.find((field) => field.key === key)?.name ?? key;
}
