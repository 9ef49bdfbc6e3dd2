/** What the engine must know about a kind of node. One file beside this one says it for each kind. */
import type { NodeKind, NodeOf } from "@airlock/flow";
import type { Lowering } from "../program/lowering.ts";
import type { OperationOf } from "../program/program.ts";
import type { EffectStep } from "../run/effect-step.ts";
import type { TapeWriter } from "../compile/tape.ts";

/** What a node's operations may depend on beside the node itself. */
export interface CompileContext {
  readonly nodeId: string;
  /** Slots whose sums need no bringing back, by index. */
  readonly plainSums: ReadonlySet<number>;
}

/** Writes the operations of a node. */
export type Write = (tape: TapeWriter) => void;

export interface EngineKind<Kind extends NodeKind> {
  /** Makes the node plain; undefined when the lowering has found something wrong. */
  readonly lower: (node: NodeOf<Kind>, lowering: Lowering) => OperationOf<Kind> | undefined;
  /** What writes the node's operations, which run one after the other until one fails; or what asks the world and takes its answer in. */
  readonly compile: (operation: OperationOf<Kind>, context: CompileContext) => Write | EffectStep;
}
