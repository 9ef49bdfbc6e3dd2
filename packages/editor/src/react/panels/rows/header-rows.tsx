import { referencesToNames, type Finding, type KeyValueItem, type WebCallNode } from "@airlock/flow";
import { changeRow } from "../../../commands/rows.ts";
import { fieldNameIn } from "../../../document/fields-of.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Group } from "../controls/group.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { ReferencesField } from "../controls/references-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { findingsAt } from "../findings-of.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { RowSection } from "./row-section.tsx";

export function HeaderRows({ node, findings }: { readonly node: WebCallNode; readonly findings: readonly Finding[] }) {
  const { readOnly } = useSurroundings();
  const { document } = useFields();
  const run = useRun();
  return (
    <RowSection owner={{ node: node.id }} list="headers" rows={node.headers} findings={findings} className="ep-headers">
      {(row, index, remove) => {
        const change = (changes: Partial<KeyValueItem>) => run(changeRow({ node: node.id }, "headers", index, changes));
        const invalid = findingsAt(findings, "headers", index).some((one) => one.level === "error");
        return (
          <Group className="ep-columns" label={`Header ${index + 1}`}>
            <TextField quiet mono label={`Header ${index + 1} name`} value={row.key} invalid={invalid} change={(key) => change({ key })} />
            <ReferencesField
              quiet
              label={`Header ${index + 1} value`}
              value={referencesToNames(row.value, fieldNameIn(document))}
              invalid={invalid}
              commit={(value) => change({ value })}
            />
            {!readOnly && <IconButton label={`Delete header ${index + 1}`} icon="trash" press={remove} />}
          </Group>
        );
      }}
    </RowSection>
  );
}
