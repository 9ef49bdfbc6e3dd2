import {
  limits,
  type ConditionItem,
  type DatasetField,
  type FieldSource,
  type FieldType,
  type FlowLink,
  type FlowNode,
  type SetterItem,
} from "@airlock/flow";
import { putFields, putLinks, putNodes } from "../document/edit-document.ts";
import { fieldOf, fieldsOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { freeFieldName, whyNotFieldName } from "../rules/field-name-rules.ts";
import { grouped, refusal } from "../rules/refusal.ts";
import { done, refused, type Command } from "./command.ts";
import { renameInCases } from "../test-cases/test-case.ts";

export interface NewField {
  readonly key: string;
  readonly name?: string;
  readonly type?: FieldType;
  readonly required?: boolean;
}

/** Adds a field. Its key must be new for good: a key that was used before would bring old references back to life. */
export function addField(source: FieldSource, { key, name, type = "String", required = false }: NewField): Command {
  return (document) => {
    const fields = fieldsOf(document, source);
    if (fields.length >= limits.fields) return refused(refusal("FIELDS_FULL", { most: grouped(limits.fields) }));
    if (fieldOf(document, source, key) !== undefined) return refused(refusal("FIELD_KEY_TAKEN"));
    const given = name ?? freeFieldName(document, source, "field");
    const reason = whyNotFieldName(document, source, given);
    if (reason !== undefined) return refused(reason);
    const added = putFields(document, source, [...fields, { key, name: given, type, required }]);
    return done(`Add ${source.toLowerCase()} field ${given}`, added);
  };
}

/** Renames a field everywhere at once: rules refer to it by key, only the test data, which callers would send, holds its name. */
export function renameField(source: FieldSource, key: string, name: string): Command {
  return (document) => {
    const field = fieldOf(document, source, key);
    if (field === undefined) return refused(refusal("FIELD_GONE"));
    const reason = whyNotFieldName(document, source, name, key);
    if (reason !== undefined) return refused(reason);
    if (name === field.name) return done("Rename", document);
    const renamed = withField(document, source, { ...field, name });
    const testData =
      source === "Application" && document.testData.some((value) => value.name === field.name)
        ? document.testData.map((value) => (value.name === field.name ? { ...value, name } : value))
        : document.testData;
    const testCases = document.testCases.length === 0 ? document.testCases : renameInCases(document.testCases, source, field.name, name);
    return done(`Rename field ${field.name} to ${name}`, { ...renamed, testData, testCases }, { mergeWith: `name ${source} ${key}` });
  };
}

/** Gives a field another type. `retypeBreaks` says beforehand what no longer fits; it is left as it stands, for people to mend. */
export function retypeField(source: FieldSource, key: string, type: FieldType): Command {
  return (document) => {
    const field = fieldOf(document, source, key);
    if (field === undefined) return refused(refusal("FIELD_GONE"));
    const name = `Make ${field.name} ${type === "Integer" ? "an Integer" : `a ${type}`}`;
    if (field.type === type) return done(name, document);
    const retyped = withField(document, source, { ...field, type });
    // Conditions and setters keep the type of their field beside it.
    const nodes = document.nodes.toArray().flatMap((node) => retypedNode(node, source, key, type));
    const links = document.links.toArray().flatMap((link) => retypedLink(link, source, key, type));
    return done(name, putLinks(putNodes(retyped, nodes), links));
  };
}

export function requireField(source: FieldSource, key: string, required: boolean): Command {
  return (document) => {
    const field = fieldOf(document, source, key);
    if (field === undefined) return refused(refusal("FIELD_GONE"));
    const name = `Make ${field.name} ${required ? "required" : "optional"}`;
    return done(name, field.required === required ? document : withField(document, source, { ...field, required }));
  };
}

/** Deletes a field, used or not: `fieldUses` says beforehand where. What used it then refers to a field that no longer exists. */
export function deleteField(source: FieldSource, key: string): Command {
  return (document) => {
    const field = fieldOf(document, source, key);
    if (field === undefined) return refused(refusal("FIELD_GONE"));
    const left = putFields(
      document,
      source,
      fieldsOf(document, source).filter((one) => one.key !== key),
    );
    const isTested = source === "Application" && document.testData.some((value) => value.name === field.name);
    const testData = isTested ? document.testData.filter((value) => value.name !== field.name) : document.testData;
    return done(`Delete ${source.toLowerCase()} field ${field.name}`, { ...left, testData });
  };
}

export function moveField(source: FieldSource, key: string, to: number): Command {
  return (document) => {
    const fields = fieldsOf(document, source);
    const from = fields.findIndex((field) => field.key === key);
    const field = fields[from];
    if (field === undefined || fields[to] === undefined) return refused(refusal("FIELD_GONE"));
    const name = `Move field ${field.name}`;
    return done(name, from === to ? document : putFields(document, source, fields.toSpliced(from, 1).toSpliced(to, 0, field)));
  };
}

function withField(document: FlowDocument, source: FieldSource, field: DatasetField): FlowDocument {
  return putFields(
    document,
    source,
    fieldsOf(document, source).map((one) => (one.key === field.key ? field : one)),
  );
}

function retypedNode(node: FlowNode, source: FieldSource, key: string, type: FieldType): readonly FlowNode[] {
  if (node.type === "EasyRule") {
    const conditionFields = retypedRows(node.conditionFields, source, key, type);
    const thenFields = retypedRows(node.thenFields, source, key, type);
    return conditionFields === node.conditionFields && thenFields === node.thenFields ? [] : [{ ...node, conditionFields, thenFields }];
  }
  if (node.type !== "SetState") return [];
  const setFields = retypedRows(node.setFields, source, key, type);
  return setFields === node.setFields ? [] : [{ ...node, setFields }];
}

function retypedLink(link: FlowLink, source: FieldSource, key: string, type: FieldType): readonly FlowLink[] {
  const conditionFields = retypedRows(link.conditionFields, source, key, type);
  return conditionFields === link.conditionFields ? [] : [{ ...link, conditionFields }];
}

function retypedRows<Row extends ConditionItem | SetterItem>(
  rows: readonly Row[],
  source: FieldSource,
  key: string,
  leftHandType: FieldType,
): readonly Row[] {
  const isIt = (row: Row): boolean =>
    row.leftHandDatasource === source && row.leftHandFieldname === key && row.leftHandType !== leftHandType;
  return rows.some(isIt) ? rows.map((row) => (isIt(row) ? { ...row, leftHandType } : row)) : rows;
}
