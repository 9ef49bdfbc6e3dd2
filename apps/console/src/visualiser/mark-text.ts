import { channelNames, channelOf, type ChartSpec } from "./chart-spec.ts";
import { isStep, type Cell, type Mark } from "./marks.ts";
import { missing, valueText } from "./scale.ts";

export function cellText(cell: Cell): string {
  if (cell === null) return missing;
  if (isStep(cell)) return `${valueText(cell[0])} to ${valueText(cell[1])}`;
  return typeof cell === "number" ? valueText(cell) : cell === "" ? '""' : cell;
}

/** What a mark stands for, field by field. */
export function markLines(mark: Mark, spec: ChartSpec): readonly (readonly [field: string, value: string])[] {
  return channelNames.flatMap((name) => {
    const channel = channelOf(spec, name);
    return channel === undefined ? [] : [[channel.field, cellText(mark[name])] as const];
  });
}
