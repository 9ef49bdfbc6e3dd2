import { planOf } from "../compile/plan.ts";
import type { Plan } from "../types.ts";
import { firstFault, inputError, linksPerColumn, type SqlLayout } from "./layout.ts";

/** A part of a flow, and the condition that a row has reached it, over the columns of the layout. */
export interface Passed {
  readonly id: string;
  readonly sql: string;
}

/**
 * Expressions over a row of the flow's SQL that say which nodes ran and which links were taken. `prefix` is prepended to every column name.
 * Links and nodes that no row can reach are left out.
 */
export function passedParts(
  plan: Plan,
  layout: SqlLayout,
  prefix = "",
): { readonly nodes: readonly Passed[]; readonly links: readonly Passed[] } {
  const { nodes } = planOf(plan).program;
  const taken = new Map(
    layout.links.map(({ index }, bit) => [index, `bitTest(${prefix}links${Math.floor(bit / linksPerColumn)}, ${bit % linksPerColumn})`]),
  );
  const placeOf = new Map(nodes.map(({ id, index }) => [id, index]));
  const error = `${prefix}error`;
  return {
    links: layout.links.map(({ id, index }) => ({ id, sql: taken.get(index) ?? "0" })),
    nodes: nodes.flatMap(({ id, index, incoming }) => {
      const ways = incoming.flatMap((link) => taken.get(link) ?? []);
      if (index !== 0 && ways.length === 0) return [];
      // What failed went no further, though links to other nodes were taken already.
      const before = layout.faults.flatMap(({ nodeId }, at) => ((placeOf.get(nodeId) ?? 0) < index ? [firstFault + at] : []));
      const came = index === 0 ? "1" : `(${ways.join(" OR ")})`;
      return [{ id, sql: `(${came} AND ${error} NOT IN (${[inputError, ...before].join(", ")}))` }];
    }),
  };
}
