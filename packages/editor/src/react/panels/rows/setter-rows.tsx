import { setterOperatorsFor, type Finding, type SetterItem } from "@airlock/flow";
import { changeRow } from "../../../commands/rows.ts";
import { findingsAt } from "../findings-of.ts";
import { RowSection } from "./row-section.tsx";
import { RuleRow } from "./rule-row.tsx";

interface SetterRowsProps {
  readonly node: string;
  readonly list: "thenFields" | "setFields";
  readonly rows: readonly SetterItem[];
  readonly findings: readonly Finding[];
}

/** Setters: the left side is always a runtime field. */
export function SetterRows({ node, list, rows, findings }: SetterRowsProps) {
  return (
    <RowSection owner={{ node }} list={list} rows={rows} findings={findings} empty="Sets nothing yet.">
      {(row, index, remove) => (
        <RuleRow
          name={`setter ${index + 1}`}
          row={row}
          operatorsFor={setterOperatorsFor}
          change={(changes) => changeRow({ node }, list, index, changes)}
          findings={findingsAt(findings, list, index)}
          remove={remove}
        />
      )}
    </RowSection>
  );
}
