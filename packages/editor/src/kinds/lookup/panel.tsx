import { fieldTypes, findList, listKeyTypes, type Finding, type FlowList, type LookupNode, type LookupOutput } from "@airlock/flow";
import { changeNode } from "../../commands/change-node.ts";
import { chooseList } from "../../commands/flow-lists.ts";
import { readColumns, unreadColumns } from "../../commands/lookup-columns.ts";
import { changeRow } from "../../commands/rows.ts";
import { newId } from "../../document/new-id.ts";
import { counted } from "../../document/titles.ts";
import { useSurroundings } from "../../react/editor-context.ts";
import { Icon } from "../../react/icon.tsx";
import { Choice, options } from "../../react/panels/controls/choice.tsx";
import { FieldChoice } from "../../react/panels/controls/field-choice.tsx";
import { Group } from "../../react/panels/controls/group.tsx";
import { IconButton } from "../../react/panels/controls/icon-button.tsx";
import { ListChoice } from "../../react/panels/controls/list-choice.tsx";
import { Notes } from "../../react/panels/controls/notes.tsx";
import { PropertyField } from "../../react/panels/controls/property-field.tsx";
import { findingsAt, isWrong } from "../../react/panels/findings-of.ts";
import { RowSection } from "../../react/panels/rows/row-section.tsx";
import { useRun } from "../../react/panels/use-run.ts";
import { usePart } from "../../react/use-part.ts";
import type { PanelProps } from "../panel.ts";

export function LookupPanel({ node, findings }: PanelProps<LookupNode>) {
  const run = useRun();
  const lists = usePart("lists", (state) => state.document.lists);
  const list = findList({ lists }, node.list);
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
        {list !== undefined && <p className="ep-empty-row">{listText(list)}</p>}
        <Notes findings={ofList} />
      </div>
      <PropertyField
        property="keyField"
        label="Key"
        source={node.keyDatasource}
        types={list === undefined ? listKeyTypes : [list.keyType]}
        value={node.keyField}
        findings={findings}
        either
        use={(keyField, keyDatasource) => changeNode(node.id, "Lookup", { keyField, keyDatasource })}
      />
      <Outputs node={node} list={list} findings={findings} />
      <PropertyField
        property="foundField"
        label="Found field (optional)"
        help="Set to true if the list has the key, otherwise to false. Outputs of a key that it does not have are missing."
        source="Runtime"
        types={["Boolean"]}
        value={node.foundField}
        findings={findings}
        use={(foundField) => changeNode(node.id, "Lookup", { foundField })}
      />
    </>
  );
}

function listText({ keyType, columns }: FlowList): string {
  return columns.length === 0 ? `A set of ${keyType} keys.` : `${keyType} keys, ${counted(columns.length, "column")}.`;
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
  const unread = unreadColumns(node, list);
  return (
    <RowSection
      owner={{ node: node.id }}
      list="lookupOutputs"
      rows={node.lookupOutputs}
      findings={findings}
      actions={
        unread.length > 0 && (
          <button type="button" className="ep-text-button" onClick={() => run(readColumns(node, unread, newId))}>
            <Icon name="plus" size={14} />
            {unread.length === columns.length ? "Add all" : "Add the rest"}
          </button>
        )
      }
      empty={list !== undefined && columns.length === 0 ? "A set has no columns. Choose a found field." : "Reads no column yet."}
    >
      {(row, index, remove) => {
        const label = `Output ${index + 1}`;
        const change = (changes: Partial<LookupOutput>) => changeRow({ node: node.id }, "lookupOutputs", index, changes);
        const own = findingsAt(findings, "lookupOutputs", index);
        const isTwice = own.some(({ code }) => code === "LOOKUP_OUTPUT_TWICE");
        const type = list?.columns.find(({ name }) => name === row.column)?.type;
        return (
          <Group className="ep-rule is-lookup" label={label}>
            <Choice
              quiet
              mono
              label={`${label} column`}
              value={row.column}
              invalid={isWrong(own) && !columns.includes(row.column)}
              choose={(column) => run(change({ column }))}
            >
              <option value="">Choose</option>
              {options(columns.includes(row.column) || row.column === "" ? columns : [row.column, ...columns])}
            </Choice>
            <Icon name="forward" size={14} />
            <FieldChoice
              quiet
              label={`${label} field`}
              source="Runtime"
              types={type === undefined ? fieldTypes : type === "Integer" ? ["Integer", "Float"] : [type]}
              value={row.resultField}
              use={(resultField) => change({ resultField })}
              invalid={isTwice || (isWrong(own) && row.resultField === "")}
            />
            {!readOnly && <IconButton label={`Delete output ${index + 1}`} icon="trash" press={remove} />}
          </Group>
        );
      }}
    </RowSection>
  );
}
