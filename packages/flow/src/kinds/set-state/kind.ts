import { readSetters } from "../../parse/items.ts";
import { setterText } from "../../wording.ts";
import { checkSetters } from "../../validate/check-items.ts";
import { setterTexts, setterUses } from "../field-uses.ts";
import type { KindDescription } from "../kind.ts";
import type { NodeBase, SetterItem } from "../../node-parts.ts";

export interface SetStateNode extends NodeBase<"SetState"> {
  readonly setFields: readonly SetterItem[];
}

export const setState: KindDescription<SetStateNode> = {
  kind: "SetState",
  typeLabel: "Set State",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(235,166,15)",
  glyph: [{ d: "M3.5 12H14M10 8l4 4-4 4" }, { d: "M11.5 4.5h6.8c.9 0 1.7.8 1.7 1.7v11.6c0 .9-.8 1.7-1.7 1.7h-6.8" }],
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Set State",
  defaultProperties: () => ({ setFields: [] }),
  readProperties: (node) => ({ setFields: readSetters(node, "setFields") }),
  uses: (node) => setterUses(node.setFields, true),
  setTexts: (node) => setterTexts(node.setFields),
  check: (node, check) => {
    if (node.setFields.length === 0) check.report("STATE_WITHOUT_SETTER", { node: check.title }, "setFields");
    checkSetters(node.setFields, "setFields", check);
  },
  condition: () => [],
  effect: { name: "none" },
  matching: undefined,
  numbers: () => [],
  withoutNoise: (node, rows) => ({ ...node, setFields: rows.setters(node.setFields) }),
  propertyTexts: { setFields: (node, fieldName) => node.setFields.map((item) => setterText(item, fieldName)) },
  summary: (node, fieldName) => {
    const [first, ...rest] = node.setFields;
    if (first === undefined) return "Sets nothing yet";
    return setterText(first, fieldName) + (rest.length === 0 ? "" : `, ${rest.length} more`);
  },
};
