import { readConditions, readSetters } from "../parse/items.ts";
import { conditionText } from "../wording.ts";
import { conditionReads, setterReads, setterWrites } from "./field-refs.ts";
import type { KindDescription } from "./kind.ts";

export const easyRule: KindDescription<"EasyRule"> = {
  kind: "EasyRule",
  typeLabel: "Easy Rule",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(0,192,255)",
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Easy Rule",
  defaultProperties: () => ({ conditionFields: [], thenFields: [] }),
  readProperties: (node) => ({
    conditionFields: readConditions(node, "conditionFields"),
    thenFields: readSetters(node, "thenFields"),
  }),
  reads: (node) => [...conditionReads(node.conditionFields), ...setterReads(node.thenFields)],
  writes: (node) => setterWrites(node.thenFields, node.conditionFields.length === 0),
  summary: (node, fieldName) => {
    const [first, second] = node.conditionFields;
    if (first === undefined) return "No condition yet";
    const more = second === undefined ? "" : second.conditionalOperator === "&&" ? " and..." : " or...";
    return `If ${conditionText(first, fieldName)}${more}`;
  },
};
