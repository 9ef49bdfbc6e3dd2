import type { ResultField, WhatIfQuestion } from "@airlock/contract";
import {
  conditionText,
  fieldNames,
  isNumberType,
  kinds,
  nodeCondition,
  thresholdsOf,
  type ConditionItem,
  type Definition,
  type FlowNode,
  type Threshold,
} from "@airlock/flow";
import { tableThresholds } from "./table-thresholds.ts";

/** What can be dragged together: the bands of a score, the conditions of a rule or of the links that leave a node, a table, a formula. */
export interface ThresholdGroup {
  readonly key: string;
  readonly kind: "bands" | "links" | "rule" | "table" | "formula";
  readonly node: FlowNode;
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

/** In the order of the flow. */
export function groupsOf(definition: Definition): readonly ThresholdGroup[] {
  const { nodes, links } = definition.solutionDefinition;
  const byPart = Map.groupBy(thresholdsOf(definition), ({ id }) => id);
  const named = (id: string, items: readonly ConditionItem[]): readonly NamedThreshold[] =>
    (byPart.get(id) ?? []).flatMap((threshold) => {
      const item = items[Number(threshold.path.split(".")[1])];
      return item === undefined ? [] : [{ ...threshold, says: said(definition, item), field: fieldOf(definition, item) }];
    });
  return nodes.flatMap((node): readonly ThresholdGroup[] => {
    const name = node.label === "" ? kinds[node.type].typeLabel : node.label;
    const own = byPart.get(node.id) ?? [];
    const ownGroup = (): ThresholdGroup => {
      const part = { key: node.id, node, name };
      if (node.type === "RangeScore") {
        const says = `${node.ranges.length} bands of ${nameOf(definition, node.scoredDatasource, node.scoredField)}`;
        return { ...part, kind: "bands", says, thresholds: own.map((one) => ({ ...one, says: "", field: undefined })) };
      }
      if (node.type === "DecisionTable") {
        const thresholds = tableThresholds(node, own, definition);
        return { ...part, kind: "table", says: kinds.DecisionTable.summary(node, fieldNames(definition)), thresholds };
      }
      const condition = nodeCondition(node);
      if (condition.length > 0) {
        const thresholds = named(node.id, condition);
        return { ...part, kind: "rule", says: thresholds.map(({ says }) => says).join(", "), thresholds };
      }
      const thresholds = own.map((one) => ({ ...one, says: `${one.text} in the formula`, field: undefined }));
      return { ...part, kind: "formula", says: thresholds.map(({ text }) => text).join(", "), thresholds };
    };
    const groups: ThresholdGroup[] = own.length > 0 ? [ownGroup()] : [];
    const leaving = links.filter(({ source }) => source === node.id).flatMap(({ id, conditionFields }) => named(id, conditionFields));
    if (leaving.length > 0) {
      const says = leaving.map((one) => one.says).join(", ");
      groups.push({ key: `links of ${node.id}`, kind: "links", node, name, says, thresholds: leaving });
    }
    return groups;
  });
}

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
  if (group.kind === "bands") return { focus: group.node.id, values: [] };
  const numbers = new Set(fields.filter(({ type }) => isNumberType(type)).map(({ name }) => name));
  const compared = byField(group.thresholds).flatMap(({ field }) => (field !== undefined && numbers.has(field) ? [field] : []));
  return { values: compared.slice(0, maxValues).map((field) => ({ node: group.node.id, field })) };
}

/** As many as the api counts at once. */
const maxValues = 12;

/** From the least to the largest value of the field, and as far as the thresholds that it is compared with. */
export function axisOf(
  field: Pick<ResultField, "min" | "max"> | undefined,
  thresholds: readonly NamedThreshold[],
): { readonly least: number; readonly most: number } {
  const typed = thresholds.map(({ text }) => Number(text));
  const [least, most] = [Math.min(...typed), Math.max(...typed)];
  // Without values there is room on both sides: as much as the thresholds span, and none below 0 where no threshold is.
  const room = most > least ? most - least : Math.abs(most || 10);
  const below = least >= 0 && most > least ? Math.max(0, least - room) : least - room;
  return { least: Math.min(field?.min ?? rounded(below), least), most: Math.max(field?.max ?? rounded(most + room), most) };
}

/** Without what binary fractions add at the end. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

function said(definition: Definition, item: ConditionItem): string {
  return conditionText(item, (source, key) => nameOf(definition, source, key));
}

function fieldOf(definition: Definition, { leftHandDatasource, leftHandFieldname }: ConditionItem): string {
  const origin = leftHandDatasource === "Application" ? "application" : "runtime";
  return `${origin}.${nameOf(definition, leftHandDatasource, leftHandFieldname)}`;
}

function nameOf(definition: Definition, source: "Application" | "Runtime", key: string): string {
  const fields = source === "Application" ? definition.applicationDatasetFields : definition.runtimeDatasetFields;
  return fields.find((field) => field.key === key)?.name ?? key;
}
