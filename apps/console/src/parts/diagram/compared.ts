import { diff, type Change, type Definition } from "@airlock/flow";

export interface Compared {
  /** The later state with what it removed still drawn, so that everything that differs is on the diagram. */
  readonly union: Definition;
  readonly changes: readonly Change[];
  /** By id of node or link. */
  readonly marks: ReadonlyMap<string, Change["change"]>;
}

/** Moving and recolouring are told in the list, but are no difference on the diagram. */
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
  return {
    union: {
      ...after,
      solutionDefinition: {
        ...after.solutionDefinition,
        nodes: kept(nodes, before.solutionDefinition.nodes),
        links: kept(links, before.solutionDefinition.links),
      },
    },
    changes,
    marks,
  };
}

function isWorded({ property }: Change["properties"][number]): boolean {
  return property === "label";
}
