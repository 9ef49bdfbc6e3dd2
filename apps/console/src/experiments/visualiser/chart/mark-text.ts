import { channelNames, channelOf, meanTitle, type ChartSpec } from "./chart-spec.ts";
import { shownText } from "../field-kind.ts";
import { isMean, isStep, type Cell, type Mark } from "./marks.ts";
import { missing, valueText } from "./scale.ts";

export function cellText(cell: Cell, field = ""): string {
  if (cell === null) return missing;
  if (isStep(cell)) return `${valueText(cell[0])} to ${valueText(cell[1])}`;
  return typeof cell === "number" ? valueText(cell) : cell === "" ? '""' : shownText(field, cell);
}

/** The values of a mark, field by field. */
export function markLines(mark: Mark, spec: ChartSpec): readonly (readonly [field: string, value: string])[] {
  return channelNames.flatMap((name) => {
    const channel = channelOf(spec, name);
    if (channel === undefined) return [];
    // One record has its value; several have a mean.
    const title = isMean(name, channel) && mark.count > 1 ? meanTitle(channel.field) : channel.field;
    return [[title, cellText(mark[name], channel.field)] as const];
  });
}
