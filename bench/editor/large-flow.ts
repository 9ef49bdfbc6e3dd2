import { emptyDefinition, newCondition, newLink, newNode, nodeKinds, type Definition, type FlowLink, type FlowNode } from "@airlock/flow";

/** A flow of this many nodes in rows, each linked to the next and every third to the row below. */
export function largeFlow(size: number, columns = 40): Definition {
  const kinds = nodeKinds.filter((kind) => kind !== "Start" && kind !== "End");
  const nodes: FlowNode[] = [];
  for (let place = 0; place < size; place += 1) {
    const kind = place === 0 ? "Start" : place === size - 1 ? "End" : (kinds[place % kinds.length] ?? "SetState");
    const column = place % columns;
    const node = newNode(kind, `n${place}`, column * 250, Math.floor(place / columns) * 125);
    nodes.push(kind === "Start" ? node : { ...node, label: `${node.label} ${place}` });
  }
  const links: FlowLink[] = [];
  const join = (from: number, to: number, isConditional: boolean): void => {
    const [source, target] = [nodes[from], nodes[to]];
    if (source === undefined || target === undefined || target.type === "Start" || source.type === "End") return;
    const link = newLink(`l${from}-${to}`, source, target);
    links.push(isConditional ? { ...link, label: `score < ${to}`, conditionFields: [newCondition()] } : link);
  };
  for (let place = 0; place < size - 1; place += 1) {
    if (place % columns !== columns - 1) join(place, place + 1, false);
    if (place % 3 === 0) join(place, place + columns, true);
  }
  const empty = emptyDefinition();
  return { ...empty, solutionDefinition: { ...empty.solutionDefinition, nodes, links } };
}
