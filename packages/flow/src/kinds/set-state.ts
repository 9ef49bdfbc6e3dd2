import { readSetters } from "../parse/items.ts";
import { setterText } from "../wording.ts";
import { setterReads, setterWrites } from "./field-refs.ts";
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
  reads: (node) => setterReads(node.setFields),
  writes: (node) => setterWrites(node.setFields, true),
  summary: (node, fieldName) => {
    const [first, ...rest] = node.setFields;
    if (first === undefined) return "Sets nothing yet";
    return setterText(first, fieldName) + (rest.length === 0 ? "" : `, ${rest.length} more`);
  },
};
