import { diff, findSubFlow, type Change, type Definition, type FlowNode, type SubFlow } from "@airlock/flow";

export interface Compared {
  /** The later state with what it removed still drawn, so that everything that differs is on the diagram. */
  readonly union: Definition;
  readonly changes: readonly Change[];
  /** By id of node or link. */
  readonly marks: ReadonlyMap<string, Change["change"]>;
}

/** Moving and recolouring are listed as changes, but are not marked on the diagram. */
export function compared(before: Definition, after: Definition): Compared {
  const changes = diff(before, after);
  const drawn = changes.filter(
    ({ what, meaning, properties }) => (what === "node" || what === "link") && (meaning || properties.some(isWorded)),
  );
  const marks = new Map(drawn.map(({ id, change }) => [id, change]));
  const { nodes, links } = after.solutionDefinition;
  const kept = <Thing extends { readonly id: string }>(now: readonly Thing[], old: readonly Thing[]) => {
    const ids = new Set(now.map(({ id }) => id));
    return [...now, ...old.filter(({ id }) => !ids.has(id))];
  };
  const subFlows: SubFlow[] = [];
  const drawnNodes = kept(nodes, before.solutionDefinition.nodes).map((node) => {
    const called = comparedSubFlow(node, before, after);
    if (called === undefined || node.type !== "SubFlow") return node;
    for (const [id, change] of called.marks) marks.set(`${node.id}/${id}`, change);
    // Each sub-flow node has its own union: two nodes may run the same version now and different ones before.
    subFlows.push({ ...called.subFlow, versionId: node.id });
    return { ...node, versionId: node.id };
  });
  return {
    union: {
      ...after,
      solutionDefinition: {
        ...after.solutionDefinition,
        nodes: drawnNodes,
        links: kept(links, before.solutionDefinition.links),
      },
      ...(subFlows.length === 0 ? {} : { subFlows }),
    },
    changes,
    marks,
  };
}

/** What a node runs in both states as one flow. A version that only one of them runs is drawn as it is. */
function comparedSubFlow({ id }: FlowNode, before: Definition, after: Definition) {
  const calledIn = (definition: Definition): SubFlow | undefined => {
    const node = definition.solutionDefinition.nodes.find((one) => one.id === id);
    return node?.type === "SubFlow" ? findSubFlow(definition, node.versionId) : undefined;
  };
  const [old, now] = [calledIn(before), calledIn(after)];
  if (old === undefined || now === undefined || old.versionId === now.versionId || old.solutionId !== now.solutionId) {
    const only = now ?? old;
    return only === undefined ? undefined : { subFlow: only, marks: new Map<string, Change["change"]>() };
  }
  const { union, marks } = compared(old.definition, now.definition);
  return { subFlow: { ...now, name: `${old.name} and ${now.name}`, definition: union }, marks };
}

function isWorded({ property }: Change["properties"][number]): boolean {
  return property === "label";
}
