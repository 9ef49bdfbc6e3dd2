import type { DecisionTableNode } from "@airlock/flow";
import { planOf } from "../compile/plan.ts";
import { kindOf } from "../kinds/registry.ts";
import type { NodeDetails } from "../kinds/kind.ts";
import type { Plan } from "../types.ts";
import { decodeRecord } from "./decode-record.ts";
import type { ExplainedTable } from "./explained.ts";
import { replay } from "./replay.ts";

export interface TableOfNode extends ExplainedTable {
  readonly nodeId: string;
}

/** The Decision Tables that a recorded execution reached, as in `explain`, without computing the rest. */
export function explainTables(plan: Plan, text: string): readonly TableOfNode[] {
  const compiled = planOf(plan);
  const tables: TableOfNode[] = [];
  let table: NodeDetails["table"];
  const add = (nodeId: string, today: number): void => {
    if (table !== undefined) tables.push({ nodeId, ...table(today) });
  };
  replay(compiled, decodeRecord(compiled, text), {
    triggered: ({ node: { operation } }, state) => {
      table = operation.kind === "DecisionTable" ? kindOf(operation.kind).explain(operation, state).table : undefined;
    },
    left: ({ node }, { today }) => add(node.id, today),
    failed: ({ node }, { today }) => add(node.id, today),
  });
  return tables;
}

/** Ids of the rows that counted, the default row among them. */
export function countedRows({ tableRows, defaultRows, inputColumns }: DecisionTableNode, { rows, inputs }: TableOfNode): readonly string[] {
  // Without values the formula of a column failed, and no row counted.
  if (rows.length === 0) return inputs.length === inputColumns.length ? defaultRows.map(({ id }) => id) : [];
  return rows.flatMap((row) => tableRows[row]?.id ?? []);
}
