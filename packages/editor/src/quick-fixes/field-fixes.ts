/** Fixes of data fields: their names, their types, and setting them before they are read. */
import { kinds, newLink, newNode, outPort, type FieldSource, type FlowLink } from "@airlock/flow";
import { done, refused, type Command } from "../commands/command.ts";
import { renameField, retypeField } from "../commands/fields.ts";
import { addRow } from "../commands/rows.ts";
import { removeTestValue, setTestValue } from "../commands/test-data.ts";
import { addLinks, addNodes, putLinks, putNodes } from "../document/edit-document.ts";
import { fieldOf, fieldsOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { mapFields } from "../fields/map-fields.ts";
import { newFindings } from "../fields/retype-breaks.ts";
import { freeFieldName, whyNotFieldName } from "../rules/field-name-rules.ts";
import { whyNotAdd } from "../rules/node-rules.ts";
import { refusal } from "../rules/refusal.ts";
import { toIdentifier } from "../rules/text-rules.ts";
import { ownerOf } from "./owner-of.ts";
import { daring, safe, type Fixer, type FixContext, type QuickFix } from "./quick-fix.ts";

const sources: readonly FieldSource[] = ["Application", "Runtime"];

/** A name near the one it has that callers can use and nobody else has. */
export const rightName: Fixer = ({ document, finding }) =>
  sources.flatMap((source) => {
    const field = fieldOf(document, source, finding.fieldKey ?? "");
    // A key may stand in both datasets; the one with the name that cannot be is meant.
    const isWrong = field !== undefined && (field.name === "" || whyNotFieldName(document, source, field.name, field.key) !== undefined);
    if (!isWrong) return [];
    const name = freeFieldName(document, source, toIdentifier(field.name));
    return [safe(`Rename to ${name}`, renameField(source, field.key, name))];
  });

export const removeValue: Fixer = ({ document, finding }) => {
  const value = document.testData[finding.item ?? -1];
  return value === undefined || finding.item === undefined
    ? []
    : [safe(`Remove the value of ${value.name}`, removeTestValue(finding.item))];
};

export const clearValue: Fixer = ({ document, finding }) => {
  const value = document.testData[finding.item ?? -1];
  return value === undefined ? [] : [safe(`Clear the value of ${value.name}`, setTestValue(value.name, ""))];
};

/** "Make pd a Float", offered only where it breaks nothing else. */
export const makeFloat: Fixer = (context) => {
  const field = fieldAt(context);
  return field === undefined ? [] : retypeFix(context.document, field.source, field.key);
};

function retypeFix(document: FlowDocument, source: FieldSource, key: string): readonly QuickFix[] {
  const field = fieldOf(document, source, key);
  if (field === undefined || field.type === "Float") return [];
  const command = retypeField(source, key, "Float");
  const breaks = newFindings(document, command).some((finding) => finding.level === "error");
  return breaks ? [] : [daring(`Make ${field.name} a Float`, command)];
}

/** The field whose type is in the way: on the left of a condition or setter, in an item of a formula, or the one that takes the result. */
function fieldAt({ document, finding }: FixContext): { readonly source: FieldSource; readonly key: string } | undefined {
  const found = ownerOf(document, finding);
  if (found === undefined) return undefined;
  const { property, item } = finding;
  const isScore = property === "ranges" || property === "values" || property === "defaultScore";
  let wanted: { readonly source: FieldSource; readonly key: string } | undefined;
  mapFields(found.thing, (field, place) => {
    const isThere = isScore ? place.property === "resultField" : place.property === property && place.item === item;
    if (isThere) wanted ??= field;
    return field.key;
  });
  return wanted;
}

/** A number that may be missing begins as 0, right after Start. */
export const setAfterStart: Fixer = (context) => {
  const { document, finding, newId } = context;
  const found = ownerOf(document, finding);
  if (found === undefined) return [];
  const read = new Set<string>();
  mapFields(found.thing, (field) => {
    if (field.source === "Runtime") read.add(field.key);
    return field.key;
  });
  // The finding names the field in its sentence and nowhere else.
  const fields = fieldsOf(document, "Runtime").filter(
    (field) => read.has(field.key) && finding.message.includes(`, ${field.name} is used`),
  );
  const [field] = fields.toSorted((a, b) => b.name.length - a.name.length);
  if (field === undefined || field.type === "String") return [];
  const label = `Set ${field.name} to 0 right after Start`;
  return [daring(label, setFirst(label, field.key, newId(), newId()))];
};

function setFirst(name: string, key: string, nodeId: string, linkId: string): Command {
  return (document) => {
    const start = document.nodes.toArray().find((node) => node.type === "Start");
    if (start === undefined) return refused(refusal("NODE_GONE"));
    const { outgoing } = linksOf(document, start.id);
    const [only] = outgoing;
    const first = only === undefined ? undefined : document.nodes.get(only.target);
    const isSetter = first?.type === "SetState" && linksOf(document, first.id).incoming.length === 1;
    const isPlain = outgoing.length === 1 && only?.conditionFields.length === 0;
    const row = { leftHandFieldname: key, rightHandFieldname: "0" };
    // Before its other setters, so that they still have the last word.
    if (isSetter && isPlain) return named(name, addRow({ node: first.id }, "setFields", "", row, 0)(document));
    const reason = whyNotAdd(document, "SetState");
    if (reason !== undefined) return refused(reason);
    const room = kinds.SetState.width + 100;
    const moved = document.nodes
      .toArray()
      .flatMap((node) => (node.id !== start.id && node.x > start.x ? { ...node, x: node.x + room } : []));
    const node = { ...newNode("SetState", nodeId, start.x + kinds.Start.width + 100, start.y), label: "Begin" };
    const links = outgoing.map((link): FlowLink => ({ ...link, source: nodeId, sourcePort: outPort(node)?.id ?? "" }));
    const next = addLinks(putLinks(addNodes(putNodes(document, moved), [node]), links), [newLink(linkId, start, node)]);
    return named(name, addRow({ node: nodeId }, "setFields", "", row)(next));
  };
}

function named(name: string, executed: ReturnType<Command>): ReturnType<Command> {
  return executed.ok ? done(name, executed.document) : executed;
}
