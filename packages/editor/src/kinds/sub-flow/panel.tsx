import { fieldTypes, findSubFlow, typeFits, type FieldType, type Finding, type SubFlow, type SubFlowNode } from "@airlock/flow";
import { changeRow } from "../../commands/rows.ts";
import { addInputs, addOutputs, unmappedInputs, unmappedOutputs } from "../../commands/sub-flows.ts";
import { newId } from "../../document/new-id.ts";
import { useSurroundings } from "../../react/editor-context.ts";
import { Icon } from "../../react/icon.tsx";
import { Choice, options } from "../../react/panels/controls/choice.tsx";
import { FieldChoice } from "../../react/panels/controls/field-choice.tsx";
import { Group } from "../../react/panels/controls/group.tsx";
import { IconButton } from "../../react/panels/controls/icon-button.tsx";
import { findingsAt, isWrong } from "../../react/panels/findings-of.ts";
import { Operand } from "../../react/panels/rows/operand.tsx";
import { RowSection } from "../../react/panels/rows/row-section.tsx";
import { useRun } from "../../react/panels/use-run.ts";
import { usePart } from "../../react/use-part.ts";
import type { PanelProps } from "../panel.ts";
import { SubFlowVersion } from "./version.tsx";

export function SubFlowPanel({ node, findings }: PanelProps<SubFlowNode>) {
  const subFlows = usePart("fields", (state) => state.document.subFlows);
  const called = findSubFlow({ subFlows }, node.versionId);
  return (
    <>
      <SubFlowVersion node={node} called={called} findings={findings} />
      {node.versionId !== "" && (
        <>
          <Inputs node={node} called={called} findings={findings} />
          <Outputs node={node} called={called} findings={findings} />
        </>
      )}
    </>
  );
}

interface MappingProps {
  readonly node: SubFlowNode;
  readonly called: SubFlow | undefined;
  readonly findings: readonly Finding[];
}

function Inputs({ node, called, findings }: MappingProps) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  const fields = called?.definition.applicationDatasetFields ?? [];
  const rest = unmappedInputs(node, called);
  const isNone = called !== undefined && fields.length === 0;
  return (
    <RowSection
      owner={{ node: node.id }}
      list="subFlowInputs"
      rows={node.subFlowInputs}
      findings={findings}
      actions={rest.length > 0 && <AddRest isAll={rest.length === fields.length} press={() => run(addInputs(node, rest))} what="inputs" />}
      empty={isNone ? "The sub-flow has no application fields." : "No inputs yet."}
    >
      {(row, index, remove) => {
        const label = `Input ${index + 1}`;
        const own = findingsAt(findings, "subFlowInputs", index);
        const field = fields.find(({ name }) => name === row.field);
        const type = field?.type;
        return (
          <Group className="ep-rule is-sub-flow-input" label={label}>
            <NameChoice
              label={`${label} of the sub-flow`}
              names={fields.map(({ name }) => name)}
              value={row.field}
              invalid={isWrong(own)}
              choose={(name) => run(changeRow({ node: node.id }, "subFlowInputs", index, { field: name }))}
            />
            <span className="ep-type">
              {type}
              {field?.required === true && <b>required</b>}
            </span>
            {readOnly ? <span /> : <IconButton label={`Delete input ${index + 1}`} icon="trash" press={remove} />}
            <Operand
              label={label}
              source={row.datasource}
              text={row.fieldKey}
              types={type === undefined ? fieldTypes : fieldTypes.filter((one) => typeFits(one, type))}
              literal={type ?? "String"}
              findings={own}
              set={({ source: datasource = row.datasource, text: fieldKey = row.fieldKey }) =>
                changeRow({ node: node.id }, "subFlowInputs", index, { datasource, fieldKey })
              }
            />
          </Group>
        );
      }}
    </RowSection>
  );
}

function Outputs({ node, called, findings }: MappingProps) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  const fields = called?.definition.runtimeDatasetFields ?? [];
  const rest = unmappedOutputs(node, called);
  return (
    <RowSection
      owner={{ node: node.id }}
      list="subFlowOutputs"
      rows={node.subFlowOutputs}
      findings={findings}
      actions={
        rest.length > 0 && <AddRest isAll={rest.length === fields.length} press={() => run(addOutputs(node, rest, newId))} what="outputs" />
      }
      empty="No outputs yet. Reason codes of the sub-flow are added to the decision in any case."
    >
      {(row, index, remove) => {
        const label = `Output ${index + 1}`;
        const own = findingsAt(findings, "subFlowOutputs", index);
        const type = fields.find(({ name }) => name === row.field)?.type;
        return (
          <Group className="ep-rule is-sub-flow-output" label={label}>
            <NameChoice
              label={`${label} of the sub-flow`}
              names={fields.map(({ name }) => name)}
              value={row.field}
              invalid={isWrong(own)}
              choose={(name) => run(changeRow({ node: node.id }, "subFlowOutputs", index, { field: name }))}
            />
            <span className="ep-type">{type}</span>
            {readOnly ? <span /> : <IconButton label={`Delete output ${index + 1}`} icon="trash" press={remove} />}
            <span className="ep-into">
              <Icon name="forward" size={14} />
              <FieldChoice
                quiet
                label={`${label} field`}
                source="Runtime"
                types={type === undefined ? fieldTypes : fitting(type)}
                value={row.resultField}
                use={(resultField) => changeRow({ node: node.id }, "subFlowOutputs", index, { resultField })}
                invalid={isWrong(own) && (row.resultField === "" || own.some(({ code }) => code === "SUB_FLOW_OUTPUT_TWICE"))}
              />
            </span>
          </Group>
        );
      }}
    </RowSection>
  );
}

function fitting(from: FieldType): readonly FieldType[] {
  return fieldTypes.filter((one) => typeFits(from, one));
}

interface AddRestProps {
  readonly isAll: boolean;
  readonly what: string;
  readonly press: () => void;
}

function AddRest({ isAll, what, press }: AddRestProps) {
  return (
    <button type="button" className="ep-text-button" aria-label={isAll ? `Add all ${what}` : `Add the rest of the ${what}`} onClick={press}>
      <Icon name="plus" size={14} />
      {isAll ? "Add all" : "Add the rest"}
    </button>
  );
}

interface NameChoiceProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly invalid: boolean;
  readonly choose: (name: string) => void;
}

/** A field of the sub-flow. One that the version does not have stays until another is chosen. */
function NameChoice({ label, names, value, invalid, choose }: NameChoiceProps) {
  return (
    <Choice quiet mono label={label} value={value} invalid={invalid && !names.includes(value)} choose={choose}>
      <option value="">Choose</option>
      {options(names.includes(value) || value === "" ? names : [value, ...names])}
    </Choice>
  );
}
