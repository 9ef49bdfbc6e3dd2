/** Fixes of the inputs of a prediction. */
import { changeRow } from "../commands/rows.ts";
import { fieldForInput } from "../rows/missing-inputs.ts";
import { opening, safe, type Fixer } from "./quick-fix.ts";

/** The application field of the input's name. Without one, opens the panel, which has the types of the model and creates the fields. */
export const mapInput: Fixer = ({ document, finding }) => {
  const node = document.nodes.get(finding.nodeId ?? "");
  const row = finding.property === "inputFields" && node?.type === "Prediction" ? node.inputFields[finding.item ?? -1] : undefined;
  if (node === undefined || row === undefined || row.name === "" || finding.item === undefined) return [];
  const field = fieldForInput({ name: row.name, usual: "" }, document.applicationFields);
  if (field === undefined) return [opening("Create the application fields...", node.id, "inputFields")];
  const changes = { datasource: "Application", fieldKey: field.key } as const;
  return [safe(`Map ${row.name} to ${field.name}`, changeRow({ node: node.id }, "inputFields", finding.item, changes))];
};
