import type { SqlQuery } from "@airlock/engine/sql";
import { branchesOf, nodeCondition, type Definition } from "@airlock/flow";
import type { Verdict } from "./parity-flow.ts";

/** What the compared flows consisted of, to show what "no differences" covers. */
export class ParityCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(group: string, what: string, times = 1): void {
    const counts = this.#counts.get(group) ?? new Map<string, number>();
    this.#counts.set(group, counts.set(what, (counts.get(what) ?? 0) + times));
  }

  addFlow(definition: Definition, query: SqlQuery): void {
    const { nodes, links } = definition.solutionDefinition;
    for (const node of nodes) {
      this.add("nodes", node.type);
      const conditional = links.filter(
        ({ source, otherwise, conditionFields }) => source === node.id && !otherwise && conditionFields.length > 0,
      );
      if (conditional.length > 1) this.add("forks of several conditions", branchesOf(node));
    }
    for (const { type } of [...definition.applicationDatasetFields, ...definition.runtimeDatasetFields]) this.add("fields", type);
    for (const { operator } of [...nodes.flatMap(nodeCondition), ...links.flatMap(({ conditionFields }) => conditionFields)]) {
      this.add("comparisons", operator);
    }
    for (const link of links) {
      this.add("links", link.otherwise ? "otherwise" : link.conditionFields.length > 0 ? "with conditions" : "without conditions");
    }
    const outgoing = countBy(links.map(({ source }) => source));
    const incoming = countBy(links.map(({ target }) => target));
    this.add("shapes", "nodes with several outgoing links", outgoing.filter((count) => count > 1).length);
    this.add("shapes", "nodes with several incoming links", incoming.filter((count) => count > 1).length);
    this.add("flows by nodes", nodes.length <= 15 ? "up to 15" : nodes.length <= 60 ? "16 to 60" : "61 and more");
    this.add("flows by SQL", query.stages.length === 0 ? "one SELECT" : query.stages.length < 5 ? "1 to 4 stages" : "5 stages and more");
    this.add("flows by SQL", query.settings["compile_expressions"] === 1 ? "written for many rows" : "written for few rows");
  }

  addVerdict(verdict: Verdict): void {
    if ("problems" in verdict) {
      this.add("rows", "refused input");
      for (const { code } of verdict.problems) this.add("problems", code);
      return;
    }
    this.add("rows", verdict.error === undefined ? "completed" : verdict.error.code);
    this.add("compared", "values", verdict.runtimeData.length);
    this.add("compared", "reason codes", verdict.reasonCodes.length);
    this.add("compared", "links taken", verdict.linksTaken.length);
  }

  text(): string {
    return [...this.#counts]
      .map(([group, counts]) => {
        const parts = [...counts].sort(([, a], [, b]) => b - a).map(([what, count]) => `${what} ${count}`);
        return `  ${group.padEnd(15)} ${parts.join(", ")}`;
      })
      .join("\n");
  }
}

function countBy(ids: readonly string[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts.values()];
}
