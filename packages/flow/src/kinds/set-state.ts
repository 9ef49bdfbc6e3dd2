import { readSetters } from "../parse/items.ts";
import { setterText } from "../wording.ts";
import { checkSetters } from "../validate/check-items.ts";
import { setterUses } from "./field-uses.ts";
import type { KindDescription } from "./kind.ts";

export const setState: KindDescription<"SetState"> = {
  kind: "SetState",
  typeLabel: "Set State",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(235,166,15)",
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Set State",
  defaultProperties: () => ({ setFields: [] }),
  readProperties: (node) => ({ setFields: readSetters(node, "setFields") }),
  uses: (node) => setterUses(node.setFields, true),
  check: (node, check) => {
    if (node.setFields.length === 0) check.report("STATE_WITHOUT_SETTER", { node: check.title }, "setFields");
    checkSetters(node.setFields, "setFields", check);
  },
  summary: (node, fieldName) => {
    const [first, ...rest] = node.setFields;
    if (first === undefined) return "Sets nothing yet";
    return setterText(first, fieldName) + (rest.length === 0 ? "" : `, ${rest.length} more`);
  },
};
