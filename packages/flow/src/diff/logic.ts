/** A definition in two parts: what it decides and how it is drawn. */
import type { Definition, FlowLink, FlowNode } from "../definition.ts";
import { nodeWithoutNoise } from "../kinds/kind-of.ts";
import { kinds } from "../kinds/registry.ts";
import { plainRowsIn } from "./plain-rows.ts";

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };
export type PlainObject = { readonly [name: string]: Plain };

/** Names of the properties that a node has by its kind, in the order of the kind's description. */
export function ownProperties({ type }: FlowNode): readonly string[] {
  // Optional properties have no default and come last.
  return [...new Set([...Object.keys(kinds[type].defaultProperties()), ...Object.keys(kinds[type].propertyTexts)])];
}

/** A property that `ownProperties` or a type names: all of them are plain data. */
export function plainOf(thing: object, property: string): Plain {
  // Definitions are JSON by construction, so the value is one of Plain.
  return (Reflect.get(thing, property) ?? null) as Plain;
}

export function nodeLogic(node: FlowNode): PlainObject {
  const own = ownProperties(node)
    .filter((property) => Object.hasOwn(node, property))
    .map((property): [string, Plain] => [property, plainOf(node, property)]);
  const { id, type, typeVersion, label } = node;
  const branches = node.branches === undefined ? {} : { branches: node.branches };
  return { id, type, typeVersion, label, ...branches, ...Object.fromEntries(own) };
}

export function nodeLayout(node: FlowNode): PlainObject {
  const ports = node.ports.map((port) => ({ id: port.id, name: port.name, in: port.in }));
  return { id: node.id, x: node.x, y: node.y, color: node.color, name: node.name, ports };
}

export function linkLogic(link: FlowLink): PlainObject {
  const { id, source, target, label, otherwise } = link;
  return { id, source, target, label, otherwise, conditionFields: plainOf(link, "conditionFields") };
}

export function linkLayout(link: FlowLink): PlainObject {
  const { id, sourcePort, targetPort, width, color, curvyness } = link;
  return { id, sourcePort, targetPort, width, color, curvyness };
}

/** The definition without meaningless differences: properties that kinds ignore, and irrelevant parts of links' conditions. */
export function withoutNoise(definition: Definition): Definition {
  const rows = plainRowsIn(definition);
  const { nodes, links, zoom, comments } = definition.solutionDefinition;
  return {
    ...definition,
    solutionDefinition: {
      ...(comments === undefined ? {} : { comments }),
      nodes: nodes.map((node) => nodeWithoutNoise(node, rows)),
      links: links.map((link) => ({ ...link, conditionFields: rows.conditions(link.conditionFields) })),
      zoom,
    },
  };
}
