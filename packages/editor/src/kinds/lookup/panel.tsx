import { fieldTypes, findList, type Finding, type FlowList, type LookupNode, type LookupOutput } from "@airlock/flow";
import { changeNode } from "../../commands/change-node.ts";
import { chooseList } from "../../commands/flow-lists.ts";
import { changeRow } from "../../commands/rows.ts";
import { useSurroundings } from "../../react/editor-context.ts";
import { Choice, options } from "../../react/panels/controls/choice.tsx";
import { FieldChoice } from "../../react/panels/controls/field-choice.tsx";
import { Group } from "../../react/panels/controls/group.tsx";
import { IconButton } from "../../react/panels/controls/icon-button.tsx";
import { ListChoice } from "../../react/panels/controls/list-choice.tsx";
import { Notes } from "../../react/panels/controls/notes.tsx";
import { PropertyField } from "../../react/panels/controls/property-field.tsx";
import { findingsAt } from "../../react/panels/findings-of.ts";
import { RowSection } from "../../react/panels/rows/row-section.tsx";
import { useFields } from "../../react/panels/use-fields.ts";
import { useRun } from "../../react/panels/use-run.ts";
import type { PanelProps } from "../panel.ts";

export function LookupPanel({ node, findings }: PanelProps<LookupNode>) {
  const run = useRun();
  const { document } = useFields();
  const list = findList(document, node.list);
  const ofList = findingsAt(findings, "list");
  return (
    <>
      <div className="ep-property">
        <ListChoice
          label="List"
          value={node.list}
          place="list"
          invalid={ofList.some((finding) => finding.level === "error")}
          choose={(chosen) => run(chooseList(node.id, chosen))}
        />
        <Notes findings={ofList} />
      </div>
      <PropertyField
        property="keyField"
        label="Key"
        source={node.keyDatasource}
        types={list === undefined ? ["String", "Integer", "Date"] : [list.keyType]}
        value={node.keyField}
        findings={findings}
        either
        use={(keyField, keyDatasource) => changeNode(node.id, "Lookup", { keyField, keyDatasource })}
      />
      <Outputs node={node} list={list} findings={findings} />
      <PropertyField
        property="foundField"
        label="Found field"
        source="Runtime"
        types={["Boolean"]}
        value={node.foundField}
        findings={findings}
        use={(foundField) => changeNode(node.id, "Lookup", { foundField })}
      />
    </>
  );
}

interface OutputsProps {
  readonly node: LookupNode;
  readonly list: FlowList | undefined;
  readonly findings: readonly Finding[];
}

function Outputs({ node, list, findings }: OutputsProps) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  const columns = list?.columns.map(({ name }) => name) ?? [];
  return (
    <RowSection
      owner={{ node: node.id }}
      list="lookupOutputs"
      rows={node.lookupOutputs}
      findings={findings}
      empty={list !== undefined && columns.length === 0 ? "A set of keys: it has no columns." : "Reads no column yet."}
    >
      {(row, index, remove) => {
        const label = `Output ${index + 1}`;
        const change = (changes: Partial<LookupOutput>) => changeRow({ node: node.id }, "lookupOutputs", index, changes);
        const isWrong = findingsAt(findings, "lookupOutputs", index).some((one) => one.level === "error");
        const type = list?.columns.find(({ name }) => name === row.column)?.type;
        return (
          <Group className="ep-rule is-output" label={label}>
            <Choice
              quiet
              mono
              label={`${label} column`}
              value={row.column}
              invalid={isWrong && !columns.includes(row.column)}
              choose={(column) => run(change({ column }))}
            >
              <option value="">Choose a column</option>
              {options(columns.includes(row.column) || row.column === "" ? columns : [row.column, ...columns])}
            </Choice>
            {readOnly ? <span /> : <IconButton label={`Delete output ${index + 1}`} icon="trash" press={remove} />}
            <FieldChoice
              quiet
              label={`${label} field`}
              source="Runtime"
              types={type === undefined ? fieldTypes : type === "Integer" ? ["Integer", "Float"] : [type]}
              value={row.resultField}
              use={(resultField) => change({ resultField })}
              invalid={isWrong && row.resultField === ""}
            />
          </Group>
        );
      }}
    </RowSection>
  );
}
