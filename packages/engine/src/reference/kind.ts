/** The reference interpreter's description of a node kind: each kind's `reference.ts` exports one of these. */
import type { FlowNode } from "@airlock/flow";
import type { ReferenceEffects } from "./effects.ts";
import type { Memory } from "./memory.ts";
import type { Gathered } from "./reasons.ts";

export type ReferenceKind<Node extends FlowNode> = PlainKind<Node> | EffectKind<Node>;

/** A kind that needs nothing but the fields, and perhaps the day. */
interface PlainKind<Node extends FlowNode> {
  /** Returns the code of the failure, if there is one. */
  readonly run: (node: Node, memory: Memory, gathered: Gathered, effects: ReferenceEffects | undefined) => string | undefined;
}

interface EffectKind<Node extends FlowNode> {
  /** [LI4] Its share of the total time for effects of one execution. */
  readonly timeoutMillis: (node: Node) => number;
  readonly call: (node: Node, memory: Memory, gathered: Gathered, effects: ReferenceEffects) => string | undefined;
}
