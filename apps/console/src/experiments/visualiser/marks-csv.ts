import { csvOf } from "../../parts/list-page/csv.ts";
import { channelNames, channelOf, meanTitle, type ChartSpec } from "./chart/chart-spec.ts";
import { isMean, isStep, type Cell, type Mark } from "./chart/marks.ts";
import { shownText } from "./field-kind.ts";

function textOf(field: string, cell: Cell): string {
  if (cell === null) return "";
  if (isStep(cell)) return String(cell[0]);
  return typeof cell === "number" ? String(cell) : shownText(field, cell);
}

/** A line for each mark: its values, a step as its two ends, and its number of records. A missing value is empty. */
export function marksCsv(spec: ChartSpec, marks: readonly Mark[]): string {
  const columns = channelNames.flatMap((name) => {
    const channel = channelOf(spec, name);
    if (channel === undefined) return [];
    const { field } = channel;
    const title = isMean(name, channel) ? meanTitle(field) : field;
    const value = { title, text: (mark: Mark) => textOf(field, mark[name]) };
    if (!marks.some((mark) => isStep(mark[name]))) return [value];
    const end = (mark: Mark) => {
      const cell = mark[name];
      return isStep(cell) ? String(cell[1]) : "";
    };
    return [
      { ...value, title: `${title} from` },
      { title: `${title} to`, text: end },
    ];
  });
  return csvOf([...columns, { title: "records", text: ({ count }: Mark) => String(count) }], marks);
}
