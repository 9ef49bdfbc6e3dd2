import type { ModelWarning, WarningCode } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";

export interface WarningGroup {
  readonly code: WarningCode;
  readonly warnings: readonly ModelWarning[];
  /** Of several warnings: what they have in common. */
  readonly sentence?: string;
}

/** From this many on, warnings of one kind are one line. */
const fewest = 3;

const common: Readonly<Partial<Record<WarningCode, string>>> = {
  ALONE_PREDICTS: "columns predict the label almost perfectly on their own",
  IDENTIFIER: "columns are different in nearly every row",
  DATE_AFTER: "columns have dates after the time of the row",
  CONSTANT: "columns have the same value in every row: the model learns nothing from them",
  ALL_MISSING: "columns have no value in any row: the model learns nothing from them",
  MANY_VALUES: "columns have more values than the model keeps",
};

/** In their order; many of one kind, such as columns that an analytics prediction made itself, are together. */
export function groupedWarnings(warnings: readonly ModelWarning[]): readonly WarningGroup[] {
  const byCode = new Map<WarningCode, ModelWarning[]>();
  for (const warning of warnings) byCode.set(warning.code, [...(byCode.get(warning.code) ?? []), warning]);
  return [...byCode].flatMap(([code, same]): readonly WarningGroup[] => {
    const sentence = common[code];
    if (same.length < fewest || sentence === undefined) return same.map((warning) => ({ code, warnings: [warning] }));
    return [{ code, warnings: same, sentence: `${number(same.length)} ${sentence}` }];
  });
}
