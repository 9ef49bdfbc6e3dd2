import { branchesOf, type Definition, type Finding, type FlowNode } from "@airlock/flow";
import { kindOf } from "../kinds/registry.ts";
import { lowerCondition } from "./lower-condition.ts";
import { Lowering } from "./lowering.ts";
import { orderNodes } from "./order.ts";
import type { Program, ProgramLink, ProgramNode } from "./program.ts";

export type Lowered = { readonly ok: true; readonly program: Program } | { readonly ok: false; readonly findings: readonly Finding[] };

/** Makes the program of a definition that the validator has passed. */
export function lower(definition: Definition, behaviour: number): Lowered {
  const { nodes, links } = definition.solutionDefinition;
  const lowering = new Lowering(definition, behaviour);
  const order = orderNodes(nodes, links);
  if (order.nodes.length === 0) lowering.refuse("Add a Start node.");
  if (order.hasCycle) lowering.refuse("Remove a link: nodes wait for each other in a circle.");

  const positions = new Map(order.nodes.map((node, index) => [node.id, index]));
  const programLinks = links.map((link, index): ProgramLink | undefined => {
    const source = positions.get(link.source);
    const target = positions.get(link.target);
    if (source === undefined || target === undefined) return undefined;
    lowering.at({ linkId: link.id });
    const condition = link.otherwise ? [] : lowerCondition(link.conditionFields, lowering);
    return { index, id: link.id, source, target, condition, otherwise: link.otherwise };
  });

  const incoming: number[][] = order.nodes.map(() => []);
  const outgoing: number[][] = order.nodes.map(() => []);
  for (const link of programLinks) {
    if (link === undefined) continue;
    outgoing[link.source]?.push(link.index);
    incoming[link.target]?.push(link.index);
  }
  const programNodes = order.nodes.flatMap((node, index): ProgramNode[] => {
    const operation = lowerNode(node, lowering);
    if (operation === undefined) return [];
    return [
      {
        index,
        id: node.id,
        label: node.label,
        operation,
        incoming: incoming[index] ?? [],
        outgoing: outgoing[index] ?? [],
        branches: behaviour < 2 ? "all" : branchesOf(node),
      },
    ];
  });

  if (lowering.findings.length > 0) return { ok: false, findings: lowering.findings };
  return {
    ok: true,
    program: {
      behaviour,
      slots: lowering.slots,
      applicationSlots: lowering.slots.filter((slot) => slot.source === "Application"),
      runtimeSlots: lowering.slots.filter((slot) => slot.source === "Runtime"),
      lists: lowering.lists,
      nodes: programNodes,
      links: programLinks,
    },
  };
}

function lowerNode(node: FlowNode, lowering: Lowering): ProgramNode["operation"] | undefined {
  lowering.at({ nodeId: node.id });
  const kind = kindOf(node.type);
  if ((kind.since ?? 1) > lowering.behaviour) return lowering.refuse(`Behaviour ${lowering.behaviour} has no nodes of this kind.`);
  return kind.lower(node, lowering);
}
