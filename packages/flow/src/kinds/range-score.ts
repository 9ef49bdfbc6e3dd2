import { fieldSources } from "../operators.ts";
import { readRanges } from "../parse/items.ts";
import { counted } from "../wording.ts";
import { checkBands, coversEverything } from "./check-bands.ts";
import { checkPoints } from "./check-score.ts";
import { readOf, writeOf } from "./field-uses.ts";
import type { KindDescription } from "./kind.ts";

export const rangeScore: KindDescription<"RangeScore"> = {
  kind: "RangeScore",
  typeLabel: "Range Score",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(14,176,162)",
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Range Score",
  defaultProperties: () => ({ scoredDatasource: "Application", scoredField: "", ranges: [], defaultScore: "", resultField: "" }),
  readProperties: (node) => ({
    scoredDatasource: node.choice("scoredDatasource", fieldSources, "Application"),
    scoredField: node.reference("scoredField"),
    ranges: readRanges(node, "ranges"),
    defaultScore: node.literal("defaultScore", ""),
    resultField: node.reference("resultField"),
  }),
  uses: (node) => {
    const reads = readOf(node.scoredDatasource, node.scoredField);
    // Without default points a value outside every band leaves the result as it was.
    if (node.defaultScore !== "") return [...reads, ...writeOf("Runtime", node.resultField, true, [])];
    return [...reads, ...writeOf("Runtime", node.resultField, coversEverything(node.ranges), reads)];
  },
  check: (node, check) => {
    const scored = check.numberField(node.scoredDatasource, node.scoredField, "the scored field", "scoredField");
    if (node.ranges.length === 0) check.report("BANDS_MISSING", { node: check.title }, "ranges");
    checkBands(node, scored?.type === "Integer", check);
    checkPoints(node, node.ranges, "band", "ranges", check);
  },
  summary: (node) => (node.ranges.length === 0 ? "No bands yet" : counted(node.ranges.length, "band", "bands")),
};
