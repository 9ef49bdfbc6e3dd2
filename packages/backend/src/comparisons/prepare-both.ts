import type { MappedField } from "@airlock/contract";
import type { DatasetField } from "@airlock/flow";
import {
  prepareOver,
  type DatasourceState,
  type FlowToRun,
  type FrozenField,
  type PreparedOver,
  type StoredDatasource,
} from "../datasets/index.ts";

export type PreparedBoth =
  | {
      readonly kind: "prepared";
      readonly datasource: DatasourceState;
      readonly fieldMapping: { readonly left: readonly FrozenField[]; readonly right: readonly FrozenField[] };
    }
  | Exclude<PreparedOver, { readonly kind: "prepared" }>;

/** Prepares two flows over a datasource. Fields are identified by the key of either flow; fields of the same name in both are mapped alike. */
export function prepareBoth(
  datasource: StoredDatasource,
  { left, right }: { readonly left: FlowToRun; readonly right: FlowToRun },
  fieldMapping: readonly MappedField[],
  carry: readonly string[],
): PreparedBoth {
  const prepare = (own: FlowToRun, other: FlowToRun) => {
    const mapping = mappedAlike(fieldMapping, own.definition.applicationDatasetFields, other.definition.applicationDatasetFields);
    return prepareOver(datasource, own, mapping, carry);
  };
  const [one, two] = [prepare(left, right), prepare(right, left)];
  if (one.kind !== "prepared") return one;
  if (two.kind !== "prepared") return two;
  return { kind: "prepared", datasource: two.datasource, fieldMapping: { left: one.fieldMapping, right: two.fieldMapping } };
}

/** A field without a mapping of its own is mapped like the other flow's field of the same name. */
function mappedAlike(
  mapping: readonly MappedField[],
  own: readonly Pick<DatasetField, "key" | "name">[],
  others: readonly Pick<DatasetField, "key" | "name">[],
): readonly MappedField[] {
  const byKey = new Map(mapping.map((entry) => [entry.key, entry]));
  return own.flatMap(({ key, name }) => {
    const entry = byKey.get(key) ?? byKey.get(others.find((field) => field.name === name)?.key ?? "");
    return entry === undefined ? [] : [{ ...entry, key }];
  });
}
