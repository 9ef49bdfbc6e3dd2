import type { FlowNode, NodeKind, NodeOf, Port } from "./definition.ts";
import { kinds } from "./kinds/registry.ts";

export const gridSize = 25;

/** A node as dropped from the palette. The caller creates the id: this package has no random numbers. */
export function newNode<Kind extends NodeKind>(kind: Kind, id: string, x: number, y: number): NodeOf<Kind> {
  const description = kinds[kind];
  const node = {
    id,
    type: kind,
    typeVersion: description.version,
    name: description.defaultName,
    label: description.defaultLabel,
    color: description.defaultColor,
    x,
    y,
    ports: portsOf(kind, id),
    ...description.defaultProperties(),
  };
  // The parts are those of one kind by the registry's type; the compiler cannot infer that through the spread of a generic.
  return node as unknown as NodeOf<Kind>;
}

/** Every node has an in port and an out port, except Start (no in) and End (no out). */
export function portsOf(kind: NodeKind, id: string): readonly Port[] {
  const { hasInPort, hasOutPort } = kinds[kind];
  const ports: Port[] = [];
  if (hasInPort) ports.push({ id: `${id}-in`, name: "in", in: true });
  if (hasOutPort) ports.push({ id: `${id}-out`, name: "out", in: false });
  return ports;
}

export function inPort(node: FlowNode): Port | undefined {
  return node.ports.find((port) => port.in);
}

export function outPort(node: FlowNode): Port | undefined {
  return node.ports.find((port) => !port.in);
}
