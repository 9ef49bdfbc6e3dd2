import type { StartNode } from "@airlock/flow";
import type { EngineKind } from "../kind.ts";

export interface StartOperation {
  readonly kind: "Start";
}

export const start: EngineKind<StartNode, StartOperation> = {
  lower: () => ({ kind: "Start" }),
  reads: () => [],
  writes: () => [],
  compile: () => () => undefined,
  explain: () => ({}),
};
