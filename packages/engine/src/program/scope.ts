import { subFlowCalls, type Definition, type FlowNode } from "@airlock/flow";
import { Lowering } from "./lowering.ts";
import { orderNodes, type Order } from "./order.ts";
import type { Slot } from "./parts.ts";

/** A flow, or one call of a sub-flow: names and ids mean something within it. */
export interface Scope {
  readonly definition: Definition;
  readonly lowering: Lowering;
  /** What ids of its nodes and links begin with; empty for the flow itself. */
  readonly path: string;
  /** The id of the node that calls it; undefined for the flow itself. */
  readonly callId: string | undefined;
  readonly order: Order;
  readonly runtimeSlots: readonly Slot[];
  /** By the id of the node that calls it, in the order of these ids. */
  readonly within: ReadonlyMap<string, Scope>;
}

export interface ScopeNode {
  readonly node: FlowNode;
  /** With the path of the scope. */
  readonly id: string;
  readonly scope: Scope;
}

export function makeScope(definition: Definition, behaviour: number): Scope {
  return scopeOf(definition, new Lowering(definition, behaviour), "", undefined);
}

function scopeOf(definition: Definition, lowering: Lowering, path: string, callId: string | undefined): Scope {
  const { nodes, links } = definition.solutionDefinition;
  const order = orderNodes(nodes, links);
  if (order.nodes.length === 0) lowering.refuse("Add a Start node.");
  if (order.hasCycle) lowering.refuse("Remove a link: nodes wait for each other in a circle.");
  const within = new Map(
    subFlowCalls(definition, path).map(({ node, path: inner, definition: called, behaviour }) => {
      if (behaviour > lowering.behaviour) lowering.refuse(`The sub-flow needs behaviour ${behaviour}.`);
      const own = new Lowering(called, behaviour, { node, by: lowering });
      lowering.addSubFlow(node.id, own);
      return [node.id, scopeOf(called, own, inner, `${path}${node.id}`)];
    }),
  );
  const runtimeSlots = lowering.slots.filter((slot) => slot.source === "Runtime");
  return { definition, lowering, path, callId, order, runtimeSlots, within };
}

/** The scope itself, then those within it: the order of links in a program [RE7]. */
export function scopesIn(scope: Scope): readonly Scope[] {
  return [scope, ...[...scope.within.values()].flatMap(scopesIn)];
}

/** [OR1] [SF3] The nodes of a sub-flow run right before the node that calls it. */
export function runOrder(scope: Scope): readonly ScopeNode[] {
  return scope.order.nodes.flatMap((node) => {
    const called = scope.within.get(node.id);
    return [...(called === undefined ? [] : runOrder(called)), { node, id: `${scope.path}${node.id}`, scope }];
  });
}
