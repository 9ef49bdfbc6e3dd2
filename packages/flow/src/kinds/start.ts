import type { KindDescription } from "./kind.ts";

export const start: KindDescription<"Start"> = {
  kind: "Start",
  typeLabel: "Start",
  version: 1,
  hasInPort: false,
  hasOutPort: true,
  defaultColor: "rgb(31,174,108)",
  width: 50,
  height: 50,
  defaultName: "Start",
  defaultLabel: "Start",
  defaultProperties: () => ({}),
  readProperties: () => ({}),
  uses: () => [],
  check: () => {},
  summary: () => "",
};
