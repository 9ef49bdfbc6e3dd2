import type { KindDescription } from "./kind.ts";

export const end: KindDescription<"End"> = {
  kind: "End",
  typeLabel: "End",
  version: 1,
  hasInPort: true,
  hasOutPort: false,
  defaultColor: "rgb(98,115,135)",
  width: 50,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "End",
  defaultProperties: () => ({}),
  readProperties: () => ({}),
  uses: () => [],
  check: () => {},
  summary: () => "",
};
