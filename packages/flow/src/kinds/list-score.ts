import { fieldSources } from "../operators.ts";
import { readListValues } from "../parse/items.ts";
import { counted } from "../wording.ts";
import { checkPoints } from "./check-score.ts";
import { checkValues } from "./check-values.ts";
import { readOf, writeOf } from "./field-uses.ts";
import type { KindDescription } from "./kind.ts";

export const listScore: KindDescription<"ListScore"> = {
  kind: "ListScore",
  typeLabel: "List Score",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(134,173,18)",
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
  check: (node, check) => {
    const scored = check.field(node.scoredDatasource, node.scoredField, "the scored field", "scoredField");
    if (node.values.length === 0) check.report("VALUES_MISSING", { node: check.title }, "values");
    if (scored !== undefined) checkValues(node.values, scored, check);
    checkPoints(node, node.values, "value", "values", check);
  },
  summary: (node) => (node.values.length === 0 ? "No values yet" : counted(node.values.length, "value", "values")),
};
