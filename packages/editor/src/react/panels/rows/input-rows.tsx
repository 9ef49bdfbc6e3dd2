import { fieldSources, fieldTypes, type Finding, type PredictionInput, type PredictionNode } from "@airlock/flow";
import { createInputFields, planInputFields } from "../../../commands/input-fields.ts";
import { changeRow, replaceRows } from "../../../commands/rows.ts";
import { newId } from "../../../document/new-id.ts";
import { counted } from "../../../document/titles.ts";
import { withMissingInputs } from "../../../rows/missing-inputs.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { Choice, options } from "../controls/choice.tsx";
import { FieldChoice } from "../controls/field-choice.tsx";
import { Group } from "../controls/group.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { TextField } from "../controls/text-field.tsx";
import { findingsAt } from "../findings-of.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { RowSection } from "./row-section.tsx";

/** Which field is mapped to which input of the prediction. */
export function InputRows({ node, findings }: { readonly node: PredictionNode; readonly findings: readonly Finding[] }) {
  const { readOnly, predictions } = useSurroundings();
  const run = useRun();
  const { application } = useFields();
  const known = predictions.find((one) => one.id === node.config)?.inputs;
  const inputs = known?.map(({ name }) => name);
  const filled = known === undefined ? node.inputFields : withMissingInputs(node.inputFields, known, application);
  const plan = planInputFields(node, known ?? [], application);
  const missing = filled.length - node.inputFields.length;
  return (
    <RowSection
      owner={{ node: node.id }}
      list="inputFields"
      rows={node.inputFields}
      findings={findings}
      actions={
        <>
          {missing > 0 && (
            <button
              type="button"
              className="ep-text-button"
              onClick={() => run(replaceRows({ node: node.id }, "inputFields", filled, "Add the inputs of"))}
            >
              <Icon name="plus" size={14} />
              Add all {missing}
            </button>
          )}
          {known !== undefined && (plan.created > 0 || (plan.mapped > 0 && missing === 0)) && (
            <button type="button" className="ep-text-button" onClick={() => run(createInputFields(node, known, newId))}>
              <Icon name="plus" size={14} />
              {plan.created > 0 ? `Create ${counted(plan.created, "application field")}` : `Map ${plan.mapped} by name`}
            </button>
          )}
        </>
      }
      empty={inputs?.length === 0 ? "Prediction configuration does not have any input fields defined" : "No input fields yet."}
    >
      {(row, index, remove) => {
        const label = `Input ${index + 1}`;
        const change = (changes: Partial<PredictionInput>) => changeRow({ node: node.id }, "inputFields", index, changes);
        const invalid = findingsAt(findings, "inputFields", index).some((one) => one.level === "error");
        return (
          <Group className="ep-rule is-output" label={label}>
            {inputs === undefined || inputs.length === 0 ? (
              <TextField
                quiet
                mono
                label={`${label} name`}
                placeholder="Input of the prediction"
                value={row.name}
                invalid={invalid && row.name === ""}
                change={(name) => run(change({ name }))}
              />
            ) : (
              <Choice
                quiet
                mono
                label={`${label} name`}
                value={row.name}
                choose={(name) => run(change({ name }))}
                invalid={invalid && row.name === ""}
              >
                <option value="">Choose an input</option>
                {options(inputs.includes(row.name) || row.name === "" ? inputs : [row.name, ...inputs])}
              </Choice>
            )}
            {readOnly ? <span /> : <IconButton label={`Delete input ${index + 1}`} icon="trash" press={remove} />}
            <Choice
              quiet
              label={`${label} source`}
              value={row.datasource}
              choose={(value) => run(change({ datasource: value === "Runtime" ? "Runtime" : "Application" }))}
            >
              {options(fieldSources)}
            </Choice>
            <FieldChoice
              quiet
              label={`${label} field`}
              source={row.datasource}
              types={fieldTypes}
              value={row.fieldKey}
              either
              use={(fieldKey, datasource) => change({ fieldKey, datasource })}
              invalid={invalid && row.fieldKey === ""}
            />
          </Group>
        );
      }}
    </RowSection>
  );
}
