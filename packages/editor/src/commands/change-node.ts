import { limits, referencesToKeys, type FlowNode, type NodeKind } from "@airlock/flow";
import { putNodes } from "../document/edit-document.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { counted, nodeTitle } from "../document/titles.ts";
import type { SingleProperties } from "../kinds/editor-kind.ts";
import { whyNotValue } from "../kinds/property-rules.ts";
import { propertiesOf } from "../kinds/registry.ts";
import { fieldSourceOf } from "../kinds/property-rules.ts";
import { whyNotField } from "../rules/field-rules.ts";
import { whyNotChange } from "../rules/node-rules.ts";
import { refusal, type Refusal } from "../rules/refusal.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { toColour } from "./colour.ts";
import { done, refused, type Command } from "./command.ts";

export function renameNode(id: string, label: string): Command {
  return (document) => {
    const node = document.nodes.get(id);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    const reason = whyNotChange(node) ?? whyNotText(label, limits.labelLength);
    if (reason !== undefined) return refused(reason);
    if (label === node.label) return done("Rename", document);
    const renamed = { ...node, label };
    return done(`Rename ${nodeTitle(node)} to ${nodeTitle(renamed)}`, putNodes(document, [renamed]), { mergeWith: `label ${id}` });
  };
}

export function recolourNodes(ids: Iterable<string>, colour: string): Command {
  return (document) => {
    const nodes = [...ids].flatMap((id) => document.nodes.get(id) ?? []);
    const [first] = nodes;
    if (first === undefined) return refused(refusal("NODE_GONE"));
    const color = toColour(colour);
    if (color === undefined) return refused(refusal("COLOUR"));
    const fixed = nodes.map(whyNotChange).find((reason) => reason !== undefined);
    if (fixed !== undefined) return refused(fixed);
    const name = nodes.length === 1 ? `Recolour ${nodeTitle(first)}` : `Recolour ${counted(nodes.length, "node")}`;
    const changed = nodes.filter((node) => node.color !== color).map((node) => ({ ...node, color }));
    return done(name, putNodes(document, changed), { mergeWith: `colour ${nodes.map((node) => node.id).join(" ")}` });
  };
}

/** Changes properties that are not lists. Text with references is passed as users type it, with names. */
export function changeNode<Kind extends NodeKind>(id: string, kind: Kind, changes: Partial<SingleProperties<Kind>>): Command {
  return (document) => {
    const node = document.nodes.get(id);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    if (node.type !== kind) return refused(refusal("KIND_DIFFERS", { wanted: kind }));
    const { changed, labels, problem } = withProperties(document, node, changes);
    if (problem !== undefined) return refused(problem);
    if (labels.length === 0) return done("Change", document);
    const name = `Change ${labels.join(" and ").toLowerCase()} of ${nodeTitle(node)}`;
    return done(name, putNodes(document, [changed]), { mergeWith: `${Object.keys(changes).join(" ")} ${id}` });
  };
}

function withProperties(
  document: FlowDocument,
  node: FlowNode,
  changes: object,
): { readonly changed: FlowNode; readonly labels: readonly string[]; readonly problem: Refusal | undefined } {
  const labels: string[] = [];
  const values: Record<string, unknown> = {};
  const left: string[] = [];
  for (const [property, { label, input, omitted }] of propertiesOf(node)) {
    if (!Object.hasOwn(changes, property)) continue;
    const given: unknown = Reflect.get(changes, property);
    const value = input === "references" && typeof given === "string" ? referencesToKeys(given, definitionOf(document)) : given;
    if (value === (Reflect.get(node, property) ?? omitted)) continue;
    values[property] = value;
    labels.push(label);
    if (value === omitted) left.push(property);
  }
  // Only properties of this kind were accepted, and each is checked below before it is stored.
  let changed = { ...node, ...values } as FlowNode;
  changed = withoutLostFields(document, changed, values);
  const reasons = propertiesOf(node)
    .filter(([property]) => Object.hasOwn(values, property))
    .map(([property, input]) => whyNotValue(document, changed, input, Reflect.get(changed, property)));
  return { changed: without(changed, left), labels, problem: reasons.find((reason) => reason !== undefined) };
}

/** The node without properties that may be left out. */
function without(node: FlowNode, properties: readonly string[]): FlowNode {
  if (properties.length === 0) return node;
  // Only optional properties are named.
  return Object.fromEntries(Object.entries(node).filter(([property]) => !properties.includes(property))) as unknown as FlowNode;
}

/** A field that was chosen from one source is emptied when another source is chosen that does not have it. */
function withoutLostFields(document: FlowDocument, node: FlowNode, values: object): FlowNode {
  const lost = propertiesOf(node).filter(([property, input]) => {
    if (input.input !== "field" || !Object.hasOwn(values, input.source) || Object.hasOwn(values, property)) return false;
    const key: unknown = Reflect.get(node, property);
    return typeof key === "string" && whyNotField(document, fieldSourceOf(node, input.source), key) !== undefined;
  });
  return { ...node, ...Object.fromEntries(lost.map(([property]) => [property, ""])) };
}
