import { fieldSources } from "../../operators.ts";
import { readListValues } from "../../parse/items.ts";
import { counted } from "../../wording.ts";
import { checkPoints } from "../check-score.ts";
import { checkValues } from "./check-values.ts";
import { valueRows } from "./value-rows.ts";
import { readOf, writeOf } from "../field-uses.ts";
import { fieldText, plainText, scoreRowText } from "../property-texts.ts";
import { numberedRows } from "../../diff/plain-rows.ts";
import type { KindDescription } from "../kind.ts";
import type { FieldSource, ListScoreItem, NodeBase } from "../../node-parts.ts";

export interface ListScoreNode extends NodeBase<"ListScore"> {
  readonly scoredDatasource: FieldSource;
  readonly scoredField: string;
  readonly values: readonly ListScoreItem[];
  readonly defaultScore: string;
  readonly resultField: string;
}

export const listScore: KindDescription<ListScoreNode> = {
  kind: "ListScore",
  typeLabel: "List Score",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(134,173,18)",
  glyph: [{ d: "M4 6.5h9M4 12h9M4 17.5h6" }, { d: "M18 8v9M14.8 13.8 18 17l3.2-3.2", transform: "rotate(180 18 12.5)" }],
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "List Score",
  defaultProperties: () => ({ scoredDatasource: "Application", scoredField: "", values: [], defaultScore: "", resultField: "" }),
  readProperties: (node) => ({
    scoredDatasource: node.choice("scoredDatasource", fieldSources, "Application"),
    scoredField: node.reference("scoredField"),
    values: readListValues(node, "values"),
    defaultScore: node.literal("defaultScore", ""),
    resultField: node.reference("resultField"),
  }),
  // Without default points a value that is not in the list leaves the result as it was.
  uses: (node) => [
    ...readOf(node.scoredDatasource, node.scoredField),
    ...writeOf("Runtime", node.resultField, node.defaultScore !== "", []),
  ],
  unset: (node, fieldName) => ({
    when: `gives no points where ${fieldName(node.scoredDatasource, node.scoredField)} is not in its list`,
    give: "default points",
  }),
  reasonCodes: (node) => node.values.map(({ reasonCode }) => reasonCode),
  check: (node, check) => {
    const scored = check.field(node.scoredDatasource, node.scoredField, "the scored field", "scoredField");
    if (node.values.length === 0) check.report("VALUES_MISSING", { node: check.title }, "values");
    if (scored !== undefined) checkValues(node.values, scored, check);
    checkPoints(node, node.values, "value", "values", check);
  },
  condition: () => [],
  effect: { name: "none" },
  matching: valueRows,
  numbers: () => [],
  withoutNoise: (node) => ({ ...node, values: numberedRows(node.values) }),
  propertyTexts: {
    scoredDatasource: (node, fieldName) => plainText(node.scoredDatasource, fieldName),
    scoredField: (node, fieldName) => fieldText(node.scoredDatasource, node.scoredField, fieldName),
    values: (node) => node.values.map((item) => scoreRowText(item.value, item)),
    defaultScore: (node, fieldName) => plainText(node.defaultScore, fieldName),
    resultField: (node, fieldName) => fieldText("Runtime", node.resultField, fieldName),
  },
  summary: (node) => (node.values.length === 0 ? "No values yet" : counted(node.values.length, "value", "values")),
};
