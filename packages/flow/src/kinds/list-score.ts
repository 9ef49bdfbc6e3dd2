import { fieldSources } from "../operators.ts";
import { readListValues } from "../parse/items.ts";
import { counted } from "../wording.ts";
import { fieldRefs, fieldWrites } from "./field-refs.ts";
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
  reads: (node) => fieldRefs(node.scoredDatasource, node.scoredField),
  // Without default points a value that is not in the list leaves the field as it was.
  writes: (node) => fieldWrites("Runtime", node.resultField, node.defaultScore !== ""),
  summary: (node) => (node.values.length === 0 ? "No values yet" : counted(node.values.length, "value", "values")),
};
