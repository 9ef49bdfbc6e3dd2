import type { FieldType, Finding, ListScoreItem, ListScoreNode } from "@airlock/flow";
import { changeRow } from "../../../commands/rows.ts";
import { fieldOf } from "../../../document/fields-of.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Group } from "../controls/group.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { LiteralField } from "../controls/literal-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { findingsAt, isNumberWrong } from "../findings-of.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { RowSection } from "./row-section.tsx";
import { usePasteTable } from "./use-paste-table.tsx";

/** The values of a List Score, typed as the scored field is. */
export function ValueRows({ node, findings }: { readonly node: ListScoreNode; readonly findings: readonly Finding[] }) {
  const { document } = useFields();
  const table = usePasteTable(node.id, "values");
  const type = fieldOf(document, node.scoredDatasource, node.scoredField)?.type ?? "String";
  return (
    <>
      <RowSection
        owner={{ node: node.id }}
        list="values"
        rows={node.values}
        findings={findings}
        empty="No values yet."
        actions={table.button}
        onPaste={table.onPaste}
        className="ep-values"
        head={
          <p className="ep-columns" aria-hidden="true">
            <span>Value</span>
            <span>Points</span>
            <span>Reason</span>
          </p>
        }
      >
        {(row, index, remove) => (
          <ValueRow
            node={node.id}
            row={row}
            index={index}
            type={type}
            points={fieldOf(document, "Runtime", node.resultField)?.type ?? "Float"}
            findings={findingsAt(findings, "values", index)}
            remove={remove}
          />
        )}
      </RowSection>
      {table.dialog}
    </>
  );
}

interface ValueRowProps {
  readonly node: string;
  readonly row: ListScoreItem;
  readonly index: number;
  readonly type: FieldType;
  /** The type of the target field of the points. */
  readonly points: FieldType;
  readonly findings: readonly Finding[];
  readonly remove: () => void;
}

function ValueRow({ node, row, index, type, points, findings, remove }: ValueRowProps) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  const label = `Value ${index + 1}`;
  const change = (changes: Partial<ListScoreItem>) => run(changeRow({ node }, "values", index, changes));
  return (
    <Group className="ep-columns" label={label}>
      <LiteralField
        quiet
        label={`${label} text`}
        type={type}
        placeholder=""
        value={row.value}
        invalid={isNumberWrong(findings, row.value, type, type === "String")}
        change={(value) => change({ value })}
      />
      <TextField
        quiet
        mono
        numeric
        label={`${label} points`}
        value={row.score}
        invalid={isNumberWrong(findings, row.score, points)}
        change={(score) => change({ score })}
      />
      <TextField quiet mono label={`${label} reason code`} value={row.reasonCode} change={(reasonCode) => change({ reasonCode })} />
      {!readOnly && <IconButton label={`Delete value ${index + 1}`} icon="trash" press={remove} />}
    </Group>
  );
}
