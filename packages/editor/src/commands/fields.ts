import { limits, type DatasetField, type FieldSource, type FieldType, type FlowLink, type FlowNode } from "@airlock/flow";
import { putFields, putLinks, putNodes } from "../document/edit-document.ts";
import { fieldOf, fieldsOf } from "../document/fields-of.ts";
import type { DeletedField, FlowDocument } from "../document/flow-document.ts";
import { freeFieldName, whyNotFieldName } from "../rules/field-name-rules.ts";
import { grouped, refusal } from "../rules/refusal.ts";
import { retypedOwner } from "../rows/registry.ts";
import { done, refused, type Command } from "./command.ts";
import { renameInCases } from "../test-cases/test-case.ts";

export interface NewField {
  readonly key: string;
  readonly name?: string;
  readonly type?: FieldType;
  readonly required?: boolean;
}

/** Adds a field. Its key must never have been used: `restoreField` is what brings old references back to life. */
export function addField(source: FieldSource, { key, name, type = "String", required = false }: NewField): Command {
  return (document) => {
    const fields = fieldsOf(document, source);
    if (fields.length >= limits.fields) return refused(refusal("FIELDS_FULL", { max: grouped(limits.fields) }));
    if (fieldOf(document, source, key) !== undefined) return refused(refusal("FIELD_KEY_TAKEN"));
    const given = name ?? freeFieldName(document, source, "field");
    const reason = whyNotFieldName(document, source, given);
    if (reason !== undefined) return refused(reason);
    const added = putFields(document, source, [...fields, { key, name: given, type, required }]);
    return done(`Add ${source.toLowerCase()} field ${given}`, added);
  };
}

/** Renames a field everywhere: rules refer to it by key; only test data and test cases, which use names, are changed. */
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

/** Changes the type of a field. `retypeBreaks` lists beforehand what no longer fits; it is left unchanged for the user to fix. */
export function retypeField(source: FieldSource, key: string, type: FieldType): Command {
  return (document) => {
    const field = fieldOf(document, source, key);
    if (field === undefined) return refused(refusal("FIELD_GONE"));
    const name = `Make ${field.name} ${type === "Integer" ? "an Integer" : `a ${type}`}`;
    if (field.type === type) return done(name, document);
    const retyped = withField(document, source, { ...field, type });
    // Conditions and setters keep the type of their field beside it.
    const changed = <Owner extends FlowNode | FlowLink>(owner: Owner): readonly Owner[] => {
      const after = retypedOwner(owner, { source, key }, type);
      return after === owner ? [] : [after];
    };
    const nodes = document.nodes.toArray().flatMap(changed);
    const links = document.links.toArray().flatMap(changed);
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

/** Deletes a field, used or not: `fieldUses` lists its uses beforehand, which then refer to a field that no longer exists. */
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
    const deletedFields = [...(document.deletedFields ?? []), { ...field, source }];
    return done(`Delete ${source.toLowerCase()} field ${field.name}`, { ...left, testData, deletedFields });
  };
}

/** Adds a deleted field again. It keeps its key, so that everything that used it does again; its name may be taken by now. */
export function restoreField({ source, name, ...field }: DeletedField): Command {
  return (document) => {
    const executed = addField(source, { ...field, name: freeFieldName(document, source, name) })(document);
    return executed.ok ? done(`Restore ${name}`, executed.document) : executed;
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
