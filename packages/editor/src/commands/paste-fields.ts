import type { FieldSource } from "@airlock/flow";
import { fieldsOf } from "../document/fields-of.ts";
import { counted } from "../document/titles.ts";
import { readFields } from "../fields/read-fields.ts";
import { refusal } from "../rules/refusal.ts";
import { combine } from "./combine.ts";
import { refused, type Command } from "./command.ts";
import { addField } from "./fields.ts";

/** Adds all fields of a table or a sample that are not there yet, as one step. */
export function pasteFields(source: FieldSource, text: string, newId: () => string): Command {
  return (document) => {
    const taken = new Set(fieldsOf(document, source).map(({ name }) => name));
    const fields = readFields(text).filter(({ name }) => !taken.has(name));
    if (fields.length === 0) return refused(refusal("NO_FIELDS_TO_PASTE"));
    const name = `Add ${counted(fields.length, `${source.toLowerCase()} field`)}`;
    return combine(
      name,
      fields.map((field) => addField(source, { key: newId(), ...field })),
    )(document);
  };
}
