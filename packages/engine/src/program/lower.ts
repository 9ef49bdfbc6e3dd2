import { branchesOf, type Definition, type Finding } from "@airlock/flow";
import { kindOf } from "../kinds/registry.ts";
import { lowerCondition } from "./lower-condition.ts";
import type { Program, ProgramLink, ProgramNode } from "./program.ts";
import { makeScope, runOrder, scopesIn, type Scope, type ScopeNode } from "./scope.ts";

export type Lowered = { readonly ok: true; readonly program: Program } | { readonly ok: false; readonly findings: readonly Finding[] };

/** Makes the program of a definition that the validator has passed; sub-flows become part of it [SF1]. */
export function lower(definition: Definition, behaviour: number): Lowered {
  const scope = makeScope(definition, behaviour);
  const { lowering } = scope;
  const order = runOrder(scope);
  const positions = new Map(order.map(({ id }, index) => [id, index]));
  const programLinks = scopesIn(scope).flatMap((one) => lowerLinks(one, positions));

  const incoming: number[][] = order.map(() => []);
  const outgoing: number[][] = order.map(() => []);
  for (const [index, link] of programLinks.entries()) {
    if (link === undefined) continue;
    outgoing[link.source]?.push(index);
    incoming[link.target]?.push(index);
  }
  const numbered = programLinks.map((link, index) => link && { ...link, index });
  const programNodes = order.flatMap((one, index): ProgramNode[] => {
    const operation = lowerNode(one);
    if (operation === undefined) return [];
    const { node, id, scope: around } = one;
    // The Start of a sub-flow runs when the node does that calls it.
    const reachedAs = node.type === "Start" && around.callId !== undefined ? positions.get(around.callId) : index;
    return [
      {
        index,
        id,
        label: node.label,
        operation,
        incoming: incoming[reachedAs ?? index] ?? [],
        outgoing: outgoing[index] ?? [],
        branches: around.lowering.behaviour < 2 ? "all" : branchesOf(node),
        runtimeSlots: around.runtimeSlots,
      },
    ];
  });

  if (lowering.findings.length > 0) return { ok: false, findings: lowering.findings };
  return {
    ok: true,
    program: {
      behaviour,
      slots: lowering.allSlots,
      applicationSlots: lowering.slots.filter((slot) => slot.source === "Application"),
      runtimeSlots: scope.runtimeSlots,
      lists: lowering.lists,
      nodes: programNodes,
      links: numbered,
    },
  };
}

/** As many as the flow or sub-flow has; undefined where a link cannot be reached. */
function lowerLinks(scope: Scope, positions: ReadonlyMap<string, number>): readonly (Omit<ProgramLink, "index"> | undefined)[] {
  const { lowering, path } = scope;
  return scope.definition.solutionDefinition.links.map((link) => {
    const source = positions.get(`${path}${link.source}`);
    const target = positions.get(`${path}${link.target}`);
    if (source === undefined || target === undefined) return undefined;
    const id = `${path}${link.id}`;
    lowering.at({ linkId: id });
    const condition = link.otherwise ? [] : lowerCondition(link.conditionFields, lowering);
    return { id, source, target, condition, otherwise: link.otherwise };
  });
}

function lowerNode({ node, id, scope }: ScopeNode): ProgramNode["operation"] | undefined {
  const { lowering } = scope;
  lowering.at({ nodeId: id });
  const kind = kindOf(node.type);
  if ((kind.since ?? 1) > lowering.behaviour) return lowering.refuse(`Behaviour ${lowering.behaviour} has no nodes of this kind.`);
  return kind.lower(node, lowering);
}
