import { readConditions, readSetters } from "../parse/items.ts";
import { conditionText } from "../wording.ts";
import { checkConditions, checkSetters } from "../validate/check-items.ts";
import { conditionUses, setterUses } from "./field-uses.ts";
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
  uses: (node) => [...conditionUses(node.conditionFields), ...setterUses(node.thenFields, node.conditionFields.length === 0)],
  check: (node, check) => {
    if (node.conditionFields.length === 0) check.report("RULE_WITHOUT_CONDITION", { node: check.title }, "conditionFields");
    if (node.thenFields.length === 0) check.report("RULE_WITHOUT_SETTER", { node: check.title }, "thenFields");
    checkConditions(node.conditionFields, check);
    checkSetters(node.thenFields, "thenFields", check);
  },
  summary: (node, fieldName) => {
    const [first, second] = node.conditionFields;
    if (first === undefined) return "No condition yet";
    const more = second === undefined ? "" : second.conditionalOperator === "&&" ? " and..." : " or...";
    return `If ${conditionText(first, fieldName)}${more}`;
  },
};
