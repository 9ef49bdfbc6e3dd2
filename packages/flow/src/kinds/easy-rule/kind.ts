import { readConditions, readSetters } from "../../parse/items.ts";
import { conditionsText, conditionText, setterText } from "../../wording.ts";
import { checkConditions, checkSetters } from "../../validate/check-items.ts";
import { clipped } from "../../validate/check.ts";
import { conditionNumbers } from "../condition-numbers.ts";
import { conditionUses, setterTexts, setterUses } from "../field-uses.ts";
import type { KindDescription } from "../kind.ts";
import type { ConditionItem, NodeBase, SetterItem } from "../../node-parts.ts";

export interface EasyRuleNode extends NodeBase<"EasyRule"> {
  readonly conditionFields: readonly ConditionItem[];
  readonly thenFields: readonly SetterItem[];
}

export const easyRule: KindDescription<EasyRuleNode> = {
  kind: "EasyRule",
  typeLabel: "Easy Rule",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(0,192,255)",
  glyph: [{ d: "M12 3.2 20.8 12 12 20.8 3.2 12z" }, { d: "M9.8 10.2a2.2 2.2 0 1 1 3.2 2c-.7.3-1 .7-1 1.4M12 16v.1" }],
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
  unset: (node, fieldName) => ({ when: `sets it only when ${clipped(conditionsText(node.conditionFields, fieldName), 80)}` }),
  setTexts: (node) => setterTexts(node.thenFields),
  check: (node, check) => {
    if (node.conditionFields.length === 0) check.report("RULE_WITHOUT_CONDITION", { node: check.title }, "conditionFields");
    if (node.thenFields.length === 0) check.report("RULE_WITHOUT_SETTER", { node: check.title }, "thenFields");
    checkConditions(node.conditionFields, check);
    checkSetters(node.thenFields, "thenFields", check);
  },
  condition: (node) => node.conditionFields,
  effect: { name: "none" },
  matching: undefined,
  numbers: (node) => conditionNumbers(node.conditionFields),
  withoutNoise: (node, rows) => ({
    ...node,
    conditionFields: rows.conditions(node.conditionFields),
    thenFields: rows.setters(node.thenFields),
  }),
  propertyTexts: {
    conditionFields: (node, fieldName) => conditionsText(node.conditionFields, fieldName),
    thenFields: (node, fieldName) => node.thenFields.map((item) => setterText(item, fieldName)),
  },
  summary: (node, fieldName) => {
    const [first, second] = node.conditionFields;
    if (first === undefined) return "No condition yet";
    const more = second === undefined ? "" : second.conditionalOperator === "&&" ? " and..." : " or...";
    return `If ${conditionText(first, fieldName)}${more}`;
  },
};
