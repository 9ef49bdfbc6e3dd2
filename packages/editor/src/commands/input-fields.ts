import type { DatasetField, PredictionInput, PredictionNode } from "@airlock/flow";
import { counted } from "../document/titles.ts";
import { fieldForInput, withMissingInputs, type KnownInput } from "../rows/missing-inputs.ts";
import { freeFieldName } from "../rules/field-name-rules.ts";
import { toIdentifier } from "../rules/text-rules.ts";
import { combine } from "./combine.ts";
import type { Command } from "./command.ts";
import { addField } from "./fields.ts";
import { replaceRows } from "./rows.ts";

/** What one press does for the inputs of a prediction that have no field yet. */
export interface InputPlan {
  readonly mapped: number;
  readonly created: number;
}

/** How many inputs would be mapped to fields of their name, and for how many a field would be created. */
export function planInputFields(node: PredictionNode, inputs: readonly KnownInput[], application: readonly DatasetField[]): InputPlan {
  const open = openInputs(node, inputs);
  const mapped = open.filter((input) => fieldForInput(input, application) !== undefined).length;
  return { mapped, created: open.length - mapped };
}

/**
 * Maps a field to every input of the model, as one step: the application field of its name, or a new one of the model's type. Rows that
 * have a field keep it.
 */
export function createInputFields(node: PredictionNode, inputs: readonly KnownInput[], newId: () => string): Command {
  return (document) => {
    const created: Command[] = [];
    const application = [...document.applicationFields];
    const open = new Map(openInputs(node, inputs).map((input) => [input.name, input]));
    const rows = withMissingInputs(node.inputFields, inputs, application).map((row): PredictionInput => {
      const input = open.get(row.name);
      if (input === undefined || row.fieldKey !== "") return row;
      const field = fieldForInput(input, application) ?? newField(input);
      return { ...row, datasource: "Application", fieldKey: field.key };
    });
    const name = created.length === 0 ? "Map inputs by name" : `Create ${counted(created.length, "application field")}`;
    return combine(name, [...created, replaceRows({ node: node.id }, "inputFields", rows, "Map the inputs of")])(document);

    function newField({ name: wanted, type = "Float" }: KnownInput): DatasetField {
      const taken = { ...document, applicationFields: application };
      const field = { key: newId(), name: freeFieldName(taken, "Application", toIdentifier(wanted)), type, required: false };
      application.push(field);
      created.push(addField("Application", field));
      return field;
    }
  };
}

/** Inputs of the model without a row, and rows without a field. */
function openInputs(node: PredictionNode, inputs: readonly KnownInput[]): readonly KnownInput[] {
  const rows = new Map(node.inputFields.map((row) => [row.name, row]));
  return inputs.filter(({ name }) => (rows.get(name)?.fieldKey ?? "") === "");
}
