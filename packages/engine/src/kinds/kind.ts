/** The compiler's description of a node kind: each kind's `compile.ts` exports one of these. */
import type { FlowNode, NodeKind } from "@airlock/flow";
import type { BytecodeWriter } from "../compile/bytecode.ts";
import type { Lowering } from "../program/lowering.ts";
import type { Slot } from "../program/parts.ts";
import type { ExplainedCondition, ExplainedScore, ExplainedTable } from "../record/explained.ts";
import type { EffectStep } from "../run/effect-step.ts";
import type { State } from "../run/state.ts";

/** What a node's operations may depend on beside the node itself. */
interface CompileContext {
  readonly nodeId: string;
  /** Indexes of slots whose sums need no normalising. */
  readonly plainSums: ReadonlySet<number>;
}

/** Writes the operations of a node. */
export type Write = (writer: BytecodeWriter) => void;

/** A slot that an operation may write. */
export interface SlotWrite {
  readonly target: Slot;
  /** Every number that is stored in the slot or added to it, if the definition has them all; undefined for anything that is computed. */
  readonly literals: readonly number[] | undefined;
}

/** What a trace shows of a node beyond its reads and changes. */
export interface NodeDetails {
  readonly condition?: ExplainedCondition;
  readonly score?: ExplainedScore | undefined;
  /** Called when the node has run, with the day, which it may be the first to use. */
  readonly table?: (today: number) => ExplainedTable;
}

export interface EngineKind<Node extends FlowNode, Operation extends { readonly kind: NodeKind }> {
  /** The lowest behaviour that has the kind; left out for those that every behaviour has. */
  readonly since?: number;
  /** Makes the node plain; undefined when the lowering has found something wrong. */
  readonly lower: (node: Node, lowering: Lowering) => Operation | undefined;
  /** The slots that the operation reads, in the order of its properties. A slot may be repeated. */
  readonly reads: (operation: Operation) => readonly Slot[];
  /**
   * All slots that the operation may write. `plain-sums.ts` skips normalising by this list: a slot missing from it leads to wrong Floats.
   */
  readonly writes: (operation: Operation) => readonly SlotWrite[];
  /** Returns a function that writes the node's operations, which run in order until one fails; or the effect of the node. */
  readonly compile: (operation: Operation, context: CompileContext) => Write | EffectStep;
  /** Called with the state before the node runs. */
  readonly explain: (operation: Operation, state: State) => NodeDetails;
}
