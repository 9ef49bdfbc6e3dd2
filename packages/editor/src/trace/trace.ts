import type { ExecutionEvent, Value } from "@airlock/engine";
import type { FlowDocument } from "../document/flow-document.ts";
import { inlinedDocument } from "../document/inlined-document.ts";

export interface ValueChange {
  readonly name: string;
  /** Undefined is missing, which is written out. */
  readonly before: Value;
  readonly after: Value;
}

/**
 * An execution on the diagram. Parts that are in none of these did not run and are drawn as usual. Parts inside sub-flows have the ids of
 * `inlined`; a node whose sub-flow failed has failed itself.
 */
export interface Trace {
  readonly nodes: ReadonlyMap<string, "executed" | "failed">;
  readonly links: ReadonlySet<string>;
  /** By node, the runtime values that it changed. */
  readonly changes: ReadonlyMap<string, readonly ValueChange[]>;
  /** By runtime field, the node that set it last. */
  readonly setBy: ReadonlyMap<string, string>;
  /** By node that failed, why. */
  readonly reasons: ReadonlyMap<string, string>;
}

export const emptyTrace: Trace = { nodes: new Map(), links: new Set(), changes: new Map(), setBy: new Map(), reasons: new Map() };

/**
 * A node with a triggered event ran, one with an ERROR event failed. A link was taken when its source has a left event (its own or its
 * .SPLIT) and its target a triggered one (its own or its .JOIN). Two nodes can both have run without the link between them being taken; if
 * the execution has `linksTaken`, that decides. `error` is the error that ended the execution.
 */
export function traceOf(
  document: FlowDocument,
  events: readonly ExecutionEvent[],
  linksTaken?: readonly string[],
  error?: { readonly nodeId: string; readonly message: string } | null,
): Trace {
  const nodes = new Map<string, "executed" | "failed">();
  const left = new Set<string>();
  const triggered = new Set<string>();
  const entered = new Map<string, ExecutionEvent>();
  const changes = new Map<string, readonly ValueChange[]>();
  const setBy = new Map<string, string>();
  const parts = inlinedDocument(document);
  const known = new Set(parts.nodes.map(({ id }) => id));
  for (const event of events) {
    const id = nodeIdOf(event.id);
    if (!known.has(id)) continue;
    if (event.action === "triggered") {
      triggered.add(id);
      // A node runs its sub-flow before its own event.
      for (const call of callsAround(id)) {
        triggered.add(call);
        if (!nodes.has(call)) nodes.set(call, "executed");
      }
      if (event.id === id) entered.set(id, event);
      if (!nodes.has(id)) nodes.set(id, "executed");
      continue;
    }
    if (event.action === "left") left.add(id);
    else for (const failed of [id, ...callsAround(id)]) nodes.set(failed, "failed");
    const before = entered.get(id);
    if (before === undefined || event.id !== id) continue;
    const changed = changesBetween(before.runtimeData, event.runtimeData);
    changes.set(id, changed);
    // Fields of sub-flows have separate names.
    if (document.nodes.has(id)) for (const { name } of changed) setBy.set(name, id);
  }
  const taken = linksTaken === undefined ? undefined : new Set(linksTaken);
  const links = new Set<string>();
  for (const { id, part, path } of parts.links) {
    if (!left.has(`${path}${part.source}`) || !triggered.has(`${path}${part.target}`)) continue;
    if (taken === undefined || taken.has(id)) links.add(id);
  }
  const reasons = new Map<string, string>();
  if (error !== undefined && error !== null) {
    for (const id of [error.nodeId, ...callsAround(error.nodeId)]) reasons.set(id, error.message);
  }
  return { nodes, links, changes, setBy, reasons };
}

/** The ids of the nodes whose sub-flows a node is inside of. */
function callsAround(id: string): readonly string[] {
  const parts = id.split("/").slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
}

function nodeIdOf(eventId: string): string {
  return eventId.replace(/\.(?:SPLIT|JOIN)$/, "");
}

type Values = ExecutionEvent["runtimeData"];

function changesBetween(before: Values, after: Values): readonly ValueChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const change = { name, before: own(before, name), after: own(after, name) };
    return change.before === change.after ? [] : change;
  });
}

/** Fields may be called `constructor`. */
function own(values: Values, name: string): Value {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
