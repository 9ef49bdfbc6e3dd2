import type { Definition, FlowNode } from "../definition.ts";
import type { FieldRef } from "../kinds/kind.ts";
import { nodeCondition, nodeWrites } from "../kinds/kind-of.ts";
import type { ConditionItem } from "../node-parts.ts";
import { thresholdsOf, type Threshold, type ThresholdChange } from "./thresholds.ts";

/** A number whose only effect is to be compared with a field, whose value at the end of an execution is the one that was compared. */
export interface ComparedNumber {
  readonly field: FieldRef;
  /** The side of the number on which a value is that equals it; undefined for an equality, which does not separate two sides. */
  readonly equalIs: "above" | "below" | undefined;
}

/** Values of a field for which a change can make a difference, both ends included. */
export interface AffectedValues {
  readonly field: FieldRef;
  readonly from: number;
  readonly to: number;
}

/** Undefined for numbers of formulas, tables and sub-flows, for points, and for a field that may be written after the comparison. */
export function comparedNumber(definition: Definition, { id, path }: Pick<Threshold, "id" | "path">): ComparedNumber | undefined {
  const { nodes, links } = definition.solutionDefinition;
  const node = nodes.find((one) => one.id === id);
  if (node !== undefined) {
    const compared = comparedInNode(node, path);
    return compared !== undefined && isFinal(definition, compared.field, ancestors(definition, node.id)) ? compared : undefined;
  }
  const link = links.find((one) => one.id === id);
  const compared = link && comparedInCondition(link.conditionFields, path);
  // The condition of a link is evaluated when its source has run.
  const earlier = link && new Set([...ancestors(definition, link.source), link.source]);
  return compared !== undefined && earlier !== undefined && isFinal(definition, compared.field, earlier) ? compared : undefined;
}

/** Numbers that separate the values of one field where they are the same number, such as the bound that two bands share. */
export function comparedTogether(
  definition: Definition,
  parts: readonly Pick<Threshold, "id" | "path">[],
): (ComparedNumber & { readonly equalIs: "above" | "below" }) | undefined {
  const [first, ...rest] = parts.map((part) => comparedNumber(definition, part));
  if (first?.equalIs === undefined) return undefined;
  const { field, equalIs } = first;
  const isSame = (other: ComparedNumber | undefined) =>
    other?.equalIs === equalIs && other.field.source === field.source && other.field.key === field.key;
  return rest.every(isSame) ? { field, equalIs } : undefined;
}

/**
 * The rows that a change of this flow can affect: an execution differs only if it reaches the changed number with a value for which the
 * comparison differs. Undefined if that is not known.
 */
export function affectedValues(definition: Definition, { id, path, value }: ThresholdChange): AffectedValues | undefined {
  const node = definition.solutionDefinition.nodes.find((one) => one.id === id);
  const [, row = "", property] = path.split(".");
  if (node?.type === "RangeScore" && property === "score") {
    const band = node.ranges[Number(row)];
    const field = { source: node.scoredDatasource, key: node.scoredField };
    if (band === undefined || !isFinal(definition, field, ancestors(definition, id))) return undefined;
    return valuesBetween(
      field,
      band.rangeFrom === "" ? -Infinity : Number(band.rangeFrom),
      band.rangeTo === "" ? Infinity : Number(band.rangeTo),
    );
  }
  const compared = comparedNumber(definition, { id, path });
  const before = thresholdsOf(definition).find((one) => one.id === id && one.path === path)?.text ?? "";
  return compared === undefined || before === "" || value === "" ? undefined : valuesBetween(compared.field, Number(before), Number(value));
}

function valuesBetween(field: FieldRef, one: number, other: number): AffectedValues | undefined {
  if (Number.isNaN(one) || Number.isNaN(other)) return undefined;
  return { field, from: Math.min(one, other), to: Math.max(one, other) };
}

function comparedInNode(node: FlowNode, path: string): ComparedNumber | undefined {
  if (node.type !== "RangeScore") return comparedInCondition(nodeCondition(node), path);
  const [, row = "", property] = path.split(".");
  const band = node.ranges[Number(row)];
  const field = { source: node.scoredDatasource, key: node.scoredField };
  if (property === "rangeFrom") return { field, equalIs: band?.rangeFromIncludeExclude === "[" ? "above" : "below" };
  if (property === "rangeTo") return { field, equalIs: band?.rangeToIncludeExclude === "]" ? "below" : "above" };
  return undefined;
}

function comparedInCondition(items: readonly ConditionItem[], path: string): ComparedNumber | undefined {
  const [name, row = "", , at] = path.split(".");
  const item = name === "conditionFields" ? items[Number(row)] : undefined;
  if (item === undefined) return undefined;
  const field = { source: item.leftHandDatasource, key: item.leftHandFieldname };
  switch (item.operator) {
    case ">=":
    case "<":
      return { field, equalIs: "above" };
    case ">":
    case "<=":
      return { field, equalIs: "below" };
    case "between":
      return { field, equalIs: at === "0" ? "above" : "below" };
    case "==":
    case "!=":
      return { field, equalIs: undefined };
    default:
      return undefined;
  }
}

/** Whether only these nodes write the field. Branches are not concurrent, so a node that is not an ancestor may run later. */
function isFinal({ solutionDefinition: { nodes } }: Definition, { source, key }: FieldRef, earlier: ReadonlySet<string>): boolean {
  return nodes.every((node) => earlier.has(node.id) || !nodeWrites(node).some((write) => write.source === source && write.key === key));
}

function ancestors({ solutionDefinition: { links } }: Definition, id: string): ReadonlySet<string> {
  const sources = Map.groupBy(links, ({ target }) => target);
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { source } of sources.get(next) ?? []) {
      if (found.has(source)) continue;
      found.add(source);
      open.push(source);
    }
  }
  return found;
}
