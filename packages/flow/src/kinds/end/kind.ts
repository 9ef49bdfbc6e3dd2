import type { KindDescription } from "../kind.ts";
import type { NodeBase } from "../../node-parts.ts";

export type EndNode = NodeBase<"End">;

export const end: KindDescription<EndNode> = {
  kind: "End",
  typeLabel: "End",
  version: 1,
  hasInPort: true,
  hasOutPort: false,
  defaultColor: "rgb(98,115,135)",
  glyph: [{ d: "M8.5 7h7A1.5 1.5 0 0 1 17 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 15.5v-7A1.5 1.5 0 0 1 8.5 7Z", filled: true }],
  width: 50,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "End",
  defaultProperties: () => ({}),
  readProperties: () => ({}),
  uses: () => [],
  check: () => {},
  condition: () => [],
  effect: { name: "none" },
  matching: undefined,
  numbers: () => [],
  withoutNoise: (node) => node,
  propertyTexts: {},
  summary: () => "",
};
