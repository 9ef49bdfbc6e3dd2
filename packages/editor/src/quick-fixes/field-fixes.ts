/** Fixes of data fields: their names, their types, and that they are set before they are read. */
import type { FieldRef, FieldSource } from "@airlock/flow";
import { changeNode } from "../commands/change-node.ts";
import { renameField, restoreField, retypeField } from "../commands/fields.ts";
import { removeTestValue, setTestValue } from "../commands/test-data.ts";
import { fieldOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { mapFields } from "../fields/map-fields.ts";
import { newFindings } from "../fields/retype-breaks.ts";
import { freeFieldName, whyNotFieldName } from "../rules/field-name-rules.ts";
import { toIdentifier } from "../rules/text-rules.ts";
import { repairs } from "./findings-in.ts";
import { linkSetter } from "./link-fixes.ts";
import { ownerOf } from "./owner-of.ts";
import { daring, opening, safe, type Fixer, type FixContext, type QuickFix } from "./quick-fix.ts";

const sources: readonly FieldSource[] = ["Application", "Runtime"];

/** A valid and unused name similar to the current one. */
export const rightName: Fixer = ({ document, finding }) =>
  sources.flatMap((source) => {
    const field = fieldOf(document, source, finding.fieldKey ?? "");
    // A key may be in both datasets; the finding is about the field with the invalid name.
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
  // No number is a truth value or a day.
  if (field === undefined || field.type === "Float" || field.type === "Boolean" || field.type === "Date") return [];
  const command = retypeField(source, key, "Float");
  const breaks = newFindings(document, command).some((finding) => finding.level === "error");
  return breaks ? [] : [daring(`Make ${field.name} a Float`, command)];
}

/** The field whose type does not fit: on the left of a condition or setter, in an item of a formula, or the result field. */
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

/** Default points set the result if nothing matches. The user has to choose the number. */
const giveDefaultPoints: Fixer = ({ document, finding }) => {
  const scores = document.nodes.toArray().filter((node) => {
    if ((node.type !== "RangeScore" && node.type !== "ListScore") || node.defaultScore !== "") return false;
    return node.resultField === finding.fieldKey && repairs(document, changeNode(node.id, node.type, { defaultScore: "0" }), finding);
  });
  const [score] = scores;
  return score === undefined || scores.length > 1 ? [] : [opening(`Give ${nodeTitle(score)} default points...`, score.id, "defaultScore")];
};

export const setMissing: Fixer = (context) => [...giveDefaultPoints(context), ...linkSetter(context)];

/** A field that was deleted while something uses it, with its name and type. */
export const bringFieldBack: Fixer = (context) => {
  const { document, finding } = context;
  const found = ownerOf(document, finding);
  if (found === undefined) return [];
  const lost = new Map<string, FieldRef>();
  mapFields(found.thing, (field, { property, item }) => {
    if (property === finding.property && item === finding.item && fieldOf(document, field.source, field.key) === undefined)
      lost.set(`${field.source} ${field.key}`, field);
    return field.key;
  });
  return [...lost.values()].flatMap(({ source, key }) => {
    const field = document.deletedFields?.findLast((one) => one.source === source && one.key === key);
    return field === undefined ? [] : [daring(`Restore ${field.name}`, restoreField(field))];
  });
};
