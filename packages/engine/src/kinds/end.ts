import type { EngineKind } from "./kind.ts";

export const end: EngineKind<"End"> = {
  lower: () => ({ kind: "End" }),
  compile: () => () => undefined,
};
