import { typeFits, type DatasetField, type FlowList, type LookupNode, type LookupOutput } from "@airlock/flow";
import { nodeTitle } from "../document/titles.ts";
import { freeFieldName } from "../rules/field-name-rules.ts";
import { toIdentifier } from "../rules/text-rules.ts";
import { combine } from "./combine.ts";
import type { Command } from "./command.ts";
import { addField } from "./fields.ts";
import { replaceRows } from "./rows.ts";

type Column = FlowList["columns"][number];

/** The columns that no output of the Lookup reads yet. */
export function unreadColumns(node: LookupNode, list: FlowList | undefined): readonly Column[] {
  const read = new Set(node.lookupOutputs.map(({ column }) => column));
  return list?.columns.filter(({ name }) => !read.has(name)) ?? [];
}

/** Adds an output for each of these columns, as one step: into the runtime field of the column's name, or into a new one. */
export function readColumns(node: LookupNode, columns: readonly Column[], newId: () => string): Command {
  return (document) => {
    const runtime = [...document.runtimeFields];
    const set = new Set([node.foundField, ...node.lookupOutputs.map(({ resultField }) => resultField)]);
    const created: Command[] = [];
    const outputs = columns.map(({ name, type }): LookupOutput => {
      const wanted = toIdentifier(name);
      const known = runtime.find((field) => field.name === wanted && !set.has(field.key) && typeFits(type, field.type));
      const field = known ?? newField(wanted, type);
      set.add(field.key);
      return { column: name, resultField: field.key };
    });
    const rows = replaceRows({ node: node.id }, "lookupOutputs", [...node.lookupOutputs, ...outputs], "Read the columns in");
    return combine(`Read the columns in ${nodeTitle(node)}`, [...created, rows])(document);

    function newField(wanted: string, type: Column["type"]): DatasetField {
      const taken = { ...document, runtimeFields: runtime };
      const field = { key: newId(), name: freeFieldName(taken, "Runtime", wanted), type, required: false };
      runtime.push(field);
      created.push(addField("Runtime", field));
      return field;
    }
  };
}
