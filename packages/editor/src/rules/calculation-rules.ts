import { limits, type CalculationItem } from "@airlock/flow";
import { refusal, type Refusal } from "./refusal.ts";

/** The first two items stay: a calculation joins two numbers. */
export function whyNotDeleteItem(items: readonly CalculationItem[], row: number): Refusal | undefined {
  if (items[row] === undefined) return refusal("ROW_GONE");
  return row < 2 ? refusal("CALCULATION_NEEDS_TWO") : undefined;
}

/** With n items, n - 2 nested pairs of parentheses can each contain an operator and exclude another. */
export function deepestLevel(count: number): number {
  return Math.min(Math.max(0, count - 2), limits.calculationLevel);
}

export function whyNotIndent(items: readonly CalculationItem[], row: number): Refusal | undefined {
  const item = items[row];
  if (item === undefined) return refusal("ROW_GONE");
  return item.level < deepestLevel(items.length) ? undefined : refusal("CALCULATION_LEVEL");
}

export function whyNotOutdent(items: readonly CalculationItem[], row: number): Refusal | undefined {
  const item = items[row];
  if (item === undefined) return refusal("ROW_GONE");
  return item.level > 0 ? undefined : refusal("CALCULATION_OUTERMOST");
}

/** After items were deleted, levels that are deeper than allowed are reduced. */
export function withinLevels(items: readonly CalculationItem[]): readonly CalculationItem[] {
  const deepest = deepestLevel(items.length);
  return items.some((item) => item.level > deepest) ? items.map((item) => ({ ...item, level: Math.min(item.level, deepest) })) : items;
}
