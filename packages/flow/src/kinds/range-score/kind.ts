import { fieldSources } from "../../operators.ts";
import { readRanges } from "../../parse/items.ts";
import { counted, listed } from "../../wording.ts";
import { bandText, checkBands, coversEverything, uncoveredTexts } from "./check-bands.ts";
import { checkPoints } from "../check-score.ts";
import { readOf, writeOf } from "../field-uses.ts";
import { fieldText, plainText, scoreRowText } from "../property-texts.ts";
import { numberedRows } from "../../diff/plain-rows.ts";
import type { KindDescription } from "../kind.ts";
import type { FieldSource, NodeBase, RangeScoreItem } from "../../node-parts.ts";

export interface RangeScoreNode extends NodeBase<"RangeScore"> {
  readonly scoredDatasource: FieldSource;
  readonly scoredField: string;
  readonly ranges: readonly RangeScoreItem[];
  /** Points when nothing matched: numeric text, or empty for none. */
  readonly defaultScore: string;
  readonly resultField: string;
}

export const rangeScore: KindDescription<RangeScoreNode> = {
  kind: "RangeScore",
  typeLabel: "Range Score",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(14,176,162)",
  glyph: [{ d: "M4.3 17.5a8.6 8.6 0 1 1 15.4 0" }, { d: "m12 14.5 4-4.7" }, { d: "M10.7 14.5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0Z" }],
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
  unset: (node, _fieldName, there) => {
    const scored = there(node.scoredDatasource, node.scoredField);
    const outside = [...uncoveredTexts(node.ranges, scored.isWhole), ...(scored.mayBeMissing ? ["empty"] : [])];
    return { when: `gives no points where ${scored.name} is ${listed(outside, "or")}`, give: "default points" };
  },
  reasonCodes: (node) => node.ranges.map(({ reasonCode }) => reasonCode),
  check: (node, check) => {
    const scored = check.numberField(node.scoredDatasource, node.scoredField, "the scored field", "scoredField");
    if (node.ranges.length === 0) check.report("BANDS_MISSING", { node: check.title }, "ranges");
    checkBands(node.ranges, node.defaultScore, scored?.type === "Integer", check);
    checkPoints(node, node.ranges, "band", "ranges", check);
  },
  condition: () => [],
  effect: { name: "none" },
  matching: undefined,
  numbers: (node) =>
    node.ranges.flatMap(({ rangeFrom, rangeTo, score }, row) => [
      { path: `ranges.${row}.rangeFrom`, text: rangeFrom },
      { path: `ranges.${row}.rangeTo`, text: rangeTo },
      { path: `ranges.${row}.score`, text: score },
    ]),
  withoutNoise: (node) => ({ ...node, ranges: numberedRows(node.ranges) }),
  propertyTexts: {
    scoredDatasource: (node, fieldName) => plainText(node.scoredDatasource, fieldName),
    scoredField: (node, fieldName) => fieldText(node.scoredDatasource, node.scoredField, fieldName),
    ranges: (node) => node.ranges.map((item) => scoreRowText(bandText(item), item)),
    defaultScore: (node, fieldName) => plainText(node.defaultScore, fieldName),
    resultField: (node, fieldName) => fieldText("Runtime", node.resultField, fieldName),
  },
  summary: (node) => (node.ranges.length === 0 ? "No bands yet" : counted(node.ranges.length, "band", "bands")),
};
