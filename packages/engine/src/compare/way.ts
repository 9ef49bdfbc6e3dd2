import { planOf } from "../compile/plan.ts";
import { linksFromText, linksToText } from "../record/links-text.ts";
import { ExecutionRecord } from "../run/execution.ts";
import type { Execution, Plan } from "../types.ts";

/** The path of an execution as text: equal paths have equal texts. */
export function wayOf({ record, error }: Execution): string {
  if (!(record instanceof ExecutionRecord)) throw new TypeError("This execution was not made by evaluate()");
  return `${linksToText(record.state.taken)} ${error?.nodeId ?? ""}`;
}

/** The nodes that ran and the links that were taken, by id. */
export function readWay(plan: Plan, way: string): { readonly nodes: readonly string[]; readonly links: readonly string[] } {
  const { program } = planOf(plan);
  const space = way.indexOf(" ");
  const failedAt = way.slice(space + 1);
  const taken = new Set(linksFromText(way.slice(0, space), program.links.length) ?? []);
  const last = failedAt === "" ? program.nodes.length : program.nodes.findIndex(({ id }) => id === failedAt);
  return {
    nodes: program.nodes
      .filter(({ index, incoming }) => index <= last && (index === 0 || incoming.some((link) => taken.has(link))))
      .map(({ id }) => id),
    links: program.links.flatMap((link) => (link !== undefined && taken.has(link.index) ? [link.id] : [])),
  };
}
