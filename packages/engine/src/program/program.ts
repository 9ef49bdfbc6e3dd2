/**
 * The intermediate representation of a definition: fields are slots, literals are values, formulas are parsed, nodes are in execution
 * order. The compiled plan, the SQL back end and the explanation of an execution record are built from it; the reference interpreter is
 * not.
 */
import type { Branches } from "@airlock/flow";
import type { Operation } from "../kinds/registry.ts";
import type { Condition, ListUse, Slot } from "./parts.ts";

export interface ProgramNode {
  /** Position in the order of running. */
  readonly index: number;
  readonly id: string;
  readonly label: string;
  readonly operation: Operation;
  /**
   * Links by index, in the definition's order; only those whose source can be reached from Start. The Start of a sub-flow has those of the
   * node that calls it.
   */
  readonly incoming: readonly number[];
  readonly outgoing: readonly number[];
  /** [FL9] Which of the outgoing links with conditions are taken. */
  readonly branches: Branches;
  /** The runtime fields of the flow or sub-flow that the node is in. */
  readonly runtimeSlots: readonly Slot[];
}

export interface ProgramLink {
  /** Position in the definition's list of links. */
  readonly index: number;
  readonly id: string;
  readonly source: number;
  readonly target: number;
  readonly condition: Condition;
  /** Taken when no sibling with a condition is; its own condition is then empty. */
  readonly otherwise: boolean;
}

export interface Program {
  readonly behaviour: number;
  /** Application fields, runtime fields, then the fields of each call of a sub-flow. */
  readonly slots: readonly Slot[];
  readonly applicationSlots: readonly Slot[];
  readonly runtimeSlots: readonly Slot[];
  readonly lists: readonly ListUse[];
  /** Nodes that can be reached from Start, in the order of running; Start is the first. */
  readonly nodes: readonly ProgramNode[];
  /** As many as the definition has, in its order, then those of each call of a sub-flow; undefined where a link cannot be reached. */
  readonly links: readonly (ProgramLink | undefined)[];
}
