import type { ColumnProfile, MappedField } from "@airlock/contract";
import type { SourceColumn } from "./mapping.ts";

export interface ProposedCarry {
  /** Unique values, so that the column identifies a row. */
  readonly key: string | undefined;
  /** The outcome of each row: one of two values. */
  readonly label: string | undefined;
}

type Known = Pick<ColumnProfile, "distinct" | "missing" | "min" | "max">;

const likelyKey = /(^|[^a-z])(id|key|no|nr|number|ref|reference|code)$/i;
const likelyLabel = /default|label|target|outcome|result|bad|good|fraud|churn|paid|repaid|delinquen|loss|claim/i;
const yesAndNo = new Set(["no yes", "n y", "false true", "f t", "bad good"]);

/** Columns that no field takes. */
export function freeColumns(columns: readonly SourceColumn[], mapping: readonly MappedField[]): readonly SourceColumn[] {
  const mapped = new Set(mapping.flatMap(({ value, useDatasource }) => (useDatasource ? [value] : [])));
  return columns.filter(({ name }) => !mapped.has(name));
}

/** The unmapped columns that are useful beside the results: a key and a label, found by their profiles and then by name. */
export function proposedCarry(
  columns: readonly SourceColumn[],
  profileOf: (column: string) => Known | undefined,
  recordCount: number,
): ProposedCarry {
  const known = columns.flatMap((column) => {
    const profile = profileOf(column.name);
    return profile === undefined ? [] : [{ ...column, ...profile }];
  });
  const keys = known.filter(
    ({ type, distinct, missing }) => type !== "FLOAT" && recordCount > 2 && distinct === recordCount && missing === 0,
  );
  const labels = known.filter(({ distinct }) => distinct === 2 && recordCount > 2);
  return {
    key: (keys.find(({ name }) => likelyKey.test(name)) ?? keys[0])?.name,
    label: (labels.find(({ name }) => likelyLabel.test(name)) ?? labels.find(isFlag))?.name,
  };
}

function isFlag({ min, max }: Known): boolean {
  if (min === 0 && max === 1) return true;
  return yesAndNo.has(`${min} ${max}`.toLowerCase());
}

/** What is carried where no one chose. */
export function carriedByProposal({ key, label }: ProposedCarry): readonly string[] {
  return [key, label].flatMap((name) => name ?? []);
}
