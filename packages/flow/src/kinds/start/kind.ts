import type { KindDescription } from "../kind.ts";
import type { NodeBase } from "../../node-parts.ts";

export type StartNode = NodeBase<"Start">;

export const start: KindDescription<StartNode> = {
  kind: "Start",
  typeLabel: "Start",
  version: 1,
  hasInPort: false,
  hasOutPort: true,
  defaultColor: "rgb(31,174,108)",
  glyph: [{ d: "M8.5 6.2v11.6c0 .6.6.9 1.1.6l8.8-5.8c.4-.3.4-.9 0-1.2L9.6 5.6c-.5-.3-1.1 0-1.1.6Z", filled: true }],
  width: 50,
  height: 50,
  defaultName: "Start",
  defaultLabel: "Start",
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
