import type { HeatFields, Link, Resource } from "@airlock/contract";
import { inlined, type Definition } from "@airlock/flow";
import type { AnswerTimes, HeatRange, NodeTimes, Heat } from "./store.ts";
import type { TableRowCounts } from "./table-rows.ts";

export function heatResource(
  versionId: string,
  definition: Definition,
  range: HeatRange,
  heat: Heat,
  node: { readonly id: string; readonly times: NodeTimes; readonly rows: TableRowCounts | undefined } | undefined,
  self: Link | undefined,
): Resource<HeatFields> {
  const known = heat.total - heat.unknown;
  const share = (count: number) => (known === 0 ? 0 : count / known);
  const { nodes, links } = inlined(definition);
  return {
    _embedded: {
      versionWss: versionId,
      start: iso(range.from),
      end: iso(range.to),
      total: heat.total,
      failed: heat.failed,
      unknown: heat.unknown,
      ...timesOf(heat),
      nodes: nodes.map(({ id, part, path }) => {
        // Every execution passes Start, which has no incoming link.
        const count = part.type === "Start" && path === "" ? known : (heat.nodes.get(id) ?? 0);
        return { id, count, share: share(count), failed: heat.failedAt.get(id) ?? 0 };
      }),
      links: links.map(({ id }) => {
        const count = heat.links.get(id) ?? 0;
        return { id, count, share: share(count) };
      }),
      ...(node === undefined ? {} : { node: nodeFields(node.id, node.times, node.rows) }),
    },
    _links: self === undefined ? {} : { self },
  };
}

function nodeFields(id: string, times: NodeTimes, rows: TableRowCounts | undefined): NonNullable<HeatFields["node"]> {
  return {
    id,
    ...timesOf(times),
    spread: times.spread.map(({ from, to, count }) => ({ fromMicros: from, toMicros: to, count })),
    slowest: times.slowest.map(({ id: executionWss, started_us, status, duration }) => {
      return { executionWss, started: new Date(started_us / 1000).toISOString(), status, durationMillis: duration / 1000 };
    }),
    ...(rows === undefined ? {} : { rows: rowFields(rows) }),
  };
}

function rowFields({ executions, isSample, counts }: TableRowCounts): NonNullable<NonNullable<HeatFields["node"]>["rows"]> {
  return { executions, isSample, counts: [...counts].map(([id, count]) => ({ id, count })) };
}

function timesOf({ p50, p95, p99 }: AnswerTimes) {
  return { p50Micros: p50, p95Micros: p95, p99Micros: p99 };
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
