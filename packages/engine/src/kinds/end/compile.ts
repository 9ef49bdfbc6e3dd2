import type { EndNode } from "@airlock/flow";
import type { EngineKind } from "../kind.ts";

export interface EndOperation {
  readonly kind: "End";
}

export const end: EngineKind<EndNode, EndOperation> = {
  lower: () => ({ kind: "End" }),
  reads: () => [],
  writes: () => [],
  compile: () => () => undefined,
  explain: () => ({}),
};
