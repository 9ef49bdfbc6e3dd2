/** The SQL back end's description of a node kind: each kind's `sql.ts` exports one of these. */
import type { ProgramNode } from "../program/program.ts";
import type { SqlModels } from "./models.ts";
import type { NodeRun } from "./node-run.ts";
import type { SqlRefusal } from "./refusal.ts";
import type { Term } from "./terms.ts";

interface SqlSetting {
  readonly models: SqlModels;
  /** Whether the table has a column with the node's score. */
  readonly isScored: boolean;
}

export interface SqlKind<Operation> {
  /** Why the node cannot run inside the database; undefined if it can. */
  readonly refuse: (operation: Operation, node: Pick<ProgramNode, "label">, setting: SqlSetting) => SqlRefusal | undefined;
  /** Runs the node for the rows where the guard holds; returns the condition of the rows for which it failed. */
  readonly run: (operation: Operation, run: NodeRun, guard: Term) => Term;
}
