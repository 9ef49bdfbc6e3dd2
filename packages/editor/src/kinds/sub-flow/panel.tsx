import {
  fieldTypes,
  findSubFlow,
  operandSources,
  type Finding,
  type SubFlowInput,
  type SubFlowNode,
  type SubFlowOutput,
} from "@airlock/flow";
import { changeRow } from "../../commands/rows.ts";
import { useSurroundings } from "../../react/editor-context.ts";
import { Icon } from "../../react/icon.tsx";
import { Choice, options } from "../../react/panels/controls/choice.tsx";
import { FieldChoice } from "../../react/panels/controls/field-choice.tsx";
import { Group } from "../../react/panels/controls/group.tsx";
import { IconButton } from "../../react/panels/controls/icon-button.tsx";
import { Notes } from "../../react/panels/controls/notes.tsx";
import { TextField } from "../../react/panels/controls/text-field.tsx";
import { findingsAt, isWrong } from "../../react/panels/findings-of.ts";
import { RowSection } from "../../react/panels/rows/row-section.tsx";
import { useRun } from "../../react/panels/use-run.ts";
import { usePart } from "../../react/use-part.ts";
import type { PanelProps } from "../panel.ts";

export function SubFlowPanel({ node, findings }: PanelProps<SubFlowNode>) {
  const subFlows = usePart("fields", (state) => state.document.subFlows);
  const called = findSubFlow({ subFlows }, node.versionId)?.definition;
  return (
    <>
      <div className="ep-property">
        <p className="ep-empty-row">{node.versionName || "No version chosen yet."}</p>
        <Notes findings={findingsAt(findings, "versionId")} />
      </div>
      <Inputs node={node} names={called?.applicationDatasetFields.map(({ name }) => name) ?? []} findings={findings} />
      <Outputs node={node} names={called?.runtimeDatasetFields.map(({ name }) => name) ?? []} findings={findings} />
    </>
  );
}

interface RowsProps {
  readonly node: SubFlowNode;
  /** Of the fields of the sub-flow. */
  readonly names: readonly string[];
  readonly findings: readonly Finding[];
}

function Inputs({ node, names, findings }: RowsProps) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  return (
    <RowSection owner={{ node: node.id }} list="subFlowInputs" rows={node.subFlowInputs} findings={findings} empty="No inputs yet.">
      {(row, index, remove) => {
        const label = `Input ${index + 1}`;
        const change = (changes: Partial<SubFlowInput>) => changeRow({ node: node.id }, "subFlowInputs", index, changes);
        const invalid = isWrong(findingsAt(findings, "subFlowInputs", index));
        return (
          <Group className="ep-rule is-output" label={label}>
            <NameChoice
              label={`${label} of the sub-flow`}
              names={names}
              value={row.field}
              invalid={invalid}
              choose={(field) => run(change({ field }))}
            />
            <Choice quiet label={`${label} source`} value={row.datasource} choose={(value) => run(change({ datasource: sourceOf(value) }))}>
              {options(operandSources)}
            </Choice>
            {row.datasource === "Literal" ? (
              <TextField
                quiet
                mono
                label={`${label} value`}
                value={row.fieldKey}
                invalid={invalid}
                change={(fieldKey) => run(change({ fieldKey }))}
              />
            ) : (
              <FieldChoice
                quiet
                label={`${label} field`}
                source={row.datasource}
                types={fieldTypes}
                value={row.fieldKey}
                use={(fieldKey) => change({ fieldKey })}
                invalid={invalid}
              />
            )}
            {!readOnly && <IconButton label={`Delete input ${index + 1}`} icon="trash" press={remove} />}
          </Group>
        );
      }}
    </RowSection>
  );
}

function Outputs({ node, names, findings }: RowsProps) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  return (
    <RowSection owner={{ node: node.id }} list="subFlowOutputs" rows={node.subFlowOutputs} findings={findings} empty="No outputs yet.">
      {(row, index, remove) => {
        const label = `Output ${index + 1}`;
        const change = (changes: Partial<SubFlowOutput>) => changeRow({ node: node.id }, "subFlowOutputs", index, changes);
        const invalid = isWrong(findingsAt(findings, "subFlowOutputs", index));
        return (
          <Group className="ep-rule is-lookup" label={label}>
            <NameChoice
              label={`${label} of the sub-flow`}
              names={names}
              value={row.field}
              invalid={invalid}
              choose={(field) => run(change({ field }))}
            />
            <Icon name="forward" size={14} />
            <FieldChoice
              quiet
              label={`${label} field`}
              source="Runtime"
              types={fieldTypes}
              value={row.resultField}
              use={(resultField) => change({ resultField })}
              invalid={invalid}
            />
            {!readOnly && <IconButton label={`Delete output ${index + 1}`} icon="trash" press={remove} />}
          </Group>
        );
      }}
    </RowSection>
  );
}

interface NameChoiceProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly invalid: boolean;
  readonly choose: (name: string) => void;
}

function NameChoice({ label, names, value, invalid, choose }: NameChoiceProps) {
  return (
    <Choice quiet mono label={label} value={value} invalid={invalid && !names.includes(value)} choose={choose}>
      <option value="">Choose</option>
      {options(names.includes(value) || value === "" ? names : [value, ...names])}
    </Choice>
  );
}

function sourceOf(value: string): SubFlowInput["datasource"] {
  return operandSources.find((source) => source === value) ?? "Application";
}
