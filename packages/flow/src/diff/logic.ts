/** A definition in two parts: what it decides and how it is drawn. */
import type { ConditionItem, Definition, FlowLink, FlowNode, SetterItem } from "../definition.ts";
import { kinds } from "../kinds/registry.ts";

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };
export type PlainObject = { readonly [name: string]: Plain };

/** Names of the properties that a node has by its kind, in the order of the kind's own description. */
export function ownProperties(node: FlowNode): readonly string[] {
  return Object.keys(kinds[node.type].defaultProperties());
}

/** A property that `ownProperties` or a type names: all of them are plain data. */
export function plainOf(thing: object, property: string): Plain {
  // Definitions are JSON by construction, so what stands there is one of Plain.
  return (Reflect.get(thing, property) ?? null) as Plain;
}

export function nodeLogic(node: FlowNode): PlainObject {
  const own = ownProperties(node).map((property): [string, Plain] => [property, plainOf(node, property)]);
  return { id: node.id, type: node.type, typeVersion: node.typeVersion, label: node.label, ...Object.fromEntries(own) };
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

/**
 * The same definition with everything made plain that has no meaning of its own: the type kept beside a field is the field's, the
 * first joining word and the first operator say nothing, and rows are told apart by their place.
 */
export function withoutNoise(definition: Definition): Definition {
  const types = {
    Application: new Map(definition.applicationDatasetFields.map(({ key, type }) => [key, type])),
    Runtime: new Map(definition.runtimeDatasetFields.map(({ key, type }) => [key, type])),
  };
  const typed = <Item extends ConditionItem | SetterItem>(item: Item): Item => ({
    ...item,
    leftHandType: types[item.leftHandDatasource].get(item.leftHandFieldname) ?? "String",
  });
  const joined = (items: readonly ConditionItem[]): readonly ConditionItem[] =>
    items.map((item, row) => ({ ...typed(item), ...(row === 0 ? { conditionalOperator: "&&" } : {}) }));
  const numbered = <Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] =>
    rows.map((row, index) => ({ ...row, id: String(index) }));

  const plainNode = (node: FlowNode): FlowNode => {
    switch (node.type) {
      case "EasyRule":
        return { ...node, conditionFields: joined(node.conditionFields), thenFields: node.thenFields.map(typed) };
      case "SetState":
        return { ...node, setFields: node.setFields.map(typed) };
      case "Calculation":
        return { ...node, calculations: node.calculations.map((item, row) => (row === 0 ? { ...item, operator: "+" } : item)) };
      case "RangeScore":
        return { ...node, ranges: numbered(node.ranges) };
      case "ListScore":
        return { ...node, values: numbered(node.values) };
      case "Start":
      case "End":
      case "WebCall":
      case "Prediction":
        return node;
    }
  };
  const { nodes, links, zoom, comments } = definition.solutionDefinition;
  return {
    ...definition,
    solutionDefinition: {
      ...(comments === undefined ? {} : { comments }),
      nodes: nodes.map(plainNode),
      links: links.map((link) => ({ ...link, conditionFields: joined(link.conditionFields) })),
      zoom,
    },
  };
}
