import type { Coverage } from "../../coverage/coverage.ts";
import type { Trace } from "../../trace/trace.ts";
import type { ValuesAt } from "../../trace/values-at.ts";

/** The id that a part has in the flow at this path; undefined where it is in another flow. */
function idWithin(id: string, path: string): string | undefined {
  if (!id.startsWith(path)) return undefined;
  const within = id.slice(path.length);
  return within.includes("/") ? undefined : within;
}

export function entriesWithin<Value>(map: ReadonlyMap<string, Value>, path: string): ReadonlyMap<string, Value> {
  const entries = [...map].flatMap(([id, value]) => {
    const within = idWithin(id, path);
    return within === undefined ? [] : [[within, value] as const];
  });
  return entries.length === map.size && path === "" ? map : new Map(entries);
}

function idsWithin(ids: Iterable<string>, path: string): readonly string[] {
  return [...ids].flatMap((id) => idWithin(id, path) ?? []);
}

export function traceWithin({ nodes, links, changes, setBy, reasons }: Trace, path: string): Trace {
  return {
    nodes: entriesWithin(nodes, path),
    links: new Set(idsWithin(links, path)),
    changes: entriesWithin(changes, path),
    // By field of the flow itself.
    setBy: path === "" ? setBy : new Map(),
    reasons: entriesWithin(reasons, path),
  };
}

export function coverageWithin({ links, uncoveredLinks, uncoveredNodes, share, tables }: Coverage, path: string): Coverage {
  return {
    links: entriesWithin(links, path),
    uncoveredLinks: idsWithin(uncoveredLinks, path),
    uncoveredNodes: idsWithin(uncoveredNodes, path),
    share,
    tables: entriesWithin(tables, path),
  };
}

export function valuesWithin(values: ValuesAt, path: string): ValuesAt {
  if (path === "") return values;
  return (owner) => {
    const found = values("node" in owner ? { node: `${path}${owner.node}` } : { linkFrom: `${path}${owner.linkFrom}` });
    if (found?.linksTaken === undefined) return found;
    return { ...found, linksTaken: new Set(idsWithin(found.linksTaken, path)) };
  };
}
