import { fieldSources } from "../operators.ts";
import { readRanges } from "../parse/items.ts";
import { counted } from "../wording.ts";
import { fieldRefs, fieldWrites } from "./field-refs.ts";
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
  reads: (node) => fieldRefs(node.scoredDatasource, node.scoredField),
  // Without default points a value outside every band leaves the field as it was.
  writes: (node) => fieldWrites("Runtime", node.resultField, node.defaultScore !== ""),
  summary: (node) => (node.ranges.length === 0 ? "No bands yet" : counted(node.ranges.length, "band", "bands")),
};
