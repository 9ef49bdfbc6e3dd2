import type { EngineKind } from "./kind.ts";

export const start: EngineKind<"Start"> = {
  lower: () => ({ kind: "Start" }),
  compile: () => () => undefined,
};
