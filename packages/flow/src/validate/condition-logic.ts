/** Reasoning about conditions: the values of a field for which they hold, and which of them can never hold together. */
import type { CompareOperator, ConditionItem, ConditionOperator, FieldSource, FieldType } from "../node-parts.ts";
import { complement, everyValue, intersection, isEmpty, union, valuesThat, type ValueSet } from "../sets/value-set.ts";
import type { Fields } from "./fields.ts";

/** Conditions joined by &&, with the values that they require of each single field. */
export interface Group {
  readonly rows: readonly number[];
  /** By index of the field. */
  readonly requirements: ReadonlyMap<number, ValueSet>;
  /** True when `requirements` is all that the group requires: no comparison of two fields, and nothing incomplete. */
  readonly isComplete: boolean;
  readonly contradiction: Contradiction | undefined;
}

interface Contradiction {
  readonly rows: readonly number[];
  readonly field: { readonly source: FieldSource; readonly key: string };
}

/** && binds tighter: a new group starts at every || after the first item. */
export function groupsOf(items: readonly ConditionItem[], fields: Fields): readonly Group[] {
  const groups: number[][] = [];
  for (const [row, item] of items.entries()) {
    const last = groups.at(-1);
    if (last === undefined || item.conditionalOperator === "||") groups.push([row]);
    else last.push(row);
  }
  return groups.map((rows) => analyse(rows, items, fields));
}

function analyse(rows: readonly number[], items: readonly ConditionItem[], fields: Fields): Group {
  const requirements = new Map<number, ValueSet>();
  const rowsByField = new Map<number, number[]>();
  let isComplete = true;
  let contradiction: Contradiction | undefined;
  for (const row of rows) {
    const item = items[row];
    if (item === undefined) continue;
    const place = fields.place(item.leftHandDatasource, item.leftHandFieldname);
    const type = place === undefined ? undefined : fields.list[place]?.type;
    const single = type === undefined ? undefined : requiredOf(item, type);
    if (single === undefined || !single.isAll) isComplete = false;
    if (place === undefined || type === undefined || single === undefined) continue;
    const { required } = single;
    const both = intersection(requirements.get(place) ?? everyValue(type, true), required);
    requirements.set(place, both);
    const fieldRows = [...(rowsByField.get(place) ?? []), row];
    rowsByField.set(place, fieldRows);
    if (isEmpty(both)) contradiction ??= { rows: fieldRows, field: { source: item.leftHandDatasource, key: item.leftHandFieldname } };
  }
  contradiction ??= contradictingFields(rows, items);
  return { rows, requirements, isComplete, contradiction };
}

/** The values that a condition requires of its field alone, and whether that is all it requires; undefined if unknown. */
function requiredOf(item: ConditionItem, type: FieldType): { readonly required: ValueSet; readonly isAll: boolean } | undefined {
  // Whatever the text is that it contains or starts with, there is one.
  if (item.operator === "contains" || item.operator === "starts with") return { required: everyValue(type, false), isAll: false };
  if (item.rightHandDatasource !== "Literal") return undefined;
  const required = valuesThat(type, item.operator, item.rightHandFieldname, item.rightHandValues);
  return required && { required, isAll: true };
}

/** How two fields can lie to each other: below 1, same 2, above 4, and apart from that neither (one is missing) 8. */
const relations: Readonly<Record<CompareOperator, number>> = { "<": 1, "<=": 3, "==": 2, ">=": 6, ">": 4, "!=": 13 };
const anyRelation = 15;
const relationOf = (operator: ConditionOperator): number =>
  (relations as Partial<Record<ConditionOperator, number>>)[operator] ?? anyRelation;

const mirrored = (relation: number): number => (relation & 10) | ((relation & 1) << 2) | ((relation & 4) >> 2);

/** Comparisons of the same two fields that exclude each other, like a < b and a > b, or a field with itself. */
function contradictingFields(rows: readonly number[], items: readonly ConditionItem[]): Contradiction | undefined {
  const seen = new Map<string, { readonly relation: number; readonly rows: readonly number[] }>();
  for (const row of rows) {
    const item = items[row];
    if (item === undefined || item.rightHandDatasource === "Literal" || item.leftHandFieldname === "" || item.rightHandFieldname === "")
      continue;
    const left = `${item.leftHandDatasource} ${item.leftHandFieldname}`;
    const right = `${item.rightHandDatasource} ${item.rightHandFieldname}`;
    const isSwapped = left > right;
    const pair = isSwapped ? `${right} ${left}` : `${left} ${right}`;
    const relation = isSwapped ? mirrored(relationOf(item.operator)) : relationOf(item.operator);
    // A field compared with itself is the same, or missing on both sides, which is the same too.
    const known = seen.get(pair) ?? { relation: left === right ? 2 : anyRelation, rows: [] };
    const both = { relation: known.relation & relation, rows: [...known.rows, row] };
    seen.set(pair, both);
    if (both.relation === 0) return { rows: both.rows, field: { source: item.leftHandDatasource, key: item.leftHandFieldname } };
  }
  return undefined;
}

/** Known values of some fields. Other fields are known by type and whether they can be missing, see `Base`. */
export type Known = ReadonlyMap<number, ValueSet>;
export type Base = (place: number) => ValueSet;

/** The known values when the conditions hold. Undefined if they can never hold; unchanged without conditions. */
export function narrowed(known: Known, groups: readonly Group[], base: Base): Known | undefined {
  if (groups.length === 0) return known;
  const possible = groups.flatMap((group) => {
    const after = group.contradiction === undefined ? narrowedBy(known, group, base) : undefined;
    return after === undefined ? [] : [after];
  });
  return possible.length === 0 ? undefined : joined(possible);
}

function narrowedBy(known: Known, group: Group, base: Base): Known | undefined {
  const after = new Map(known);
  for (const [place, required] of group.requirements) {
    const set = intersection(known.get(place) ?? base(place), required);
    if (isEmpty(set)) return undefined;
    after.set(place, set);
  }
  return after;
}

/** The known values when the conditions do not hold. Undefined if they always do. Only conditions about a single field narrow anything. */
export function exceptWhere(known: Known, groups: readonly Group[], base: Base): Known | undefined {
  const single = singleField(groups);
  if (single === undefined) return known;
  const rest = intersection(known.get(single.place) ?? base(single.place), complement(single.set));
  return isEmpty(rest) ? undefined : new Map(known).set(single.place, rest);
}

/** Whether both conditions can hold at once. False also where that is not known: for fields compared with each other. */
export function canBothHold(known: Known, first: readonly Group[], second: readonly Group[], base: Base): boolean {
  return first.some((one) => {
    const after = isPlain(one) ? narrowedBy(known, one, base) : undefined;
    return after !== undefined && second.some((other) => isPlain(other) && narrowedBy(after, other, base) !== undefined);
  });
}

function isPlain({ isComplete, contradiction }: Group): boolean {
  return isComplete && contradiction === undefined;
}

/** The known values after one of several paths: only of fields that are known on all of them. */
export function joined(ways: readonly Known[]): Known {
  const [first, ...others] = ways;
  if (first === undefined) return new Map();
  if (others.length === 0) return first;
  const together = new Map<number, ValueSet>();
  for (const [place, known] of first) {
    let set: ValueSet | undefined = known;
    for (const way of others) {
      const other = way.get(place);
      set = set === undefined || other === undefined ? undefined : union(set, other);
    }
    if (set !== undefined) together.set(place, set);
  }
  return together;
}

/** If the groups require something of one field only: the values of that field for which they hold. */
export function singleField(groups: readonly Group[]): { readonly place: number; readonly set: ValueSet } | undefined {
  let found: { readonly place: number; readonly set: ValueSet } | undefined;
  for (const group of groups) {
    const [entry, ...others] = group.requirements;
    if (entry === undefined || others.length > 0 || !group.isComplete) return undefined;
    const [place, set] = entry;
    if (found !== undefined && found.place !== place) return undefined;
    found = { place, set: found === undefined ? set : union(found.set, set) };
  }
  return found;
}
