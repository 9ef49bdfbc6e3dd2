import { conditionOperatorsFor, conditionsText, type ConditionItem, type Finding } from "@airlock/flow";
import { changeRow, type RowOwner } from "../../../commands/rows.ts";
import { fieldNameIn, fieldOf } from "../../../document/fields-of.ts";
import type { ConditionResult } from "../../../trace/condition-results.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { Group } from "../controls/group.tsx";
import { findingsAt } from "../findings-of.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { Comparison, hasOwnComparison } from "./comparison.tsx";
import { RowSection } from "./row-section.tsx";
import { RuleRow } from "./rule-row.tsx";

interface ConditionRowsProps {
  readonly owner: RowOwner;
  readonly rows: readonly ConditionItem[];
  readonly findings: readonly Finding[];
  /** The result of each in the last run. */
  readonly results: readonly ConditionResult[] | undefined;
  readonly empty: string;
}

export function ConditionRows({ owner, rows, findings, results, empty }: ConditionRowsProps) {
  const { document } = useFields();
  const isMixed = new Set(rows.slice(1).map((row) => row.conditionalOperator)).size > 1;
  return (
    <RowSection owner={owner} list="conditionFields" rows={rows} findings={findings} empty={empty} start={1}>
      {(row, index, remove) => (
        <>
          {index > 0 && <Join owner={owner} row={row} index={index} />}
          <RuleRow
            name={`condition ${index + 1}`}
            row={row}
            operatorsFor={conditionOperatorsFor}
            change={(changes) => changeRow(owner, "conditionFields", index, changes)}
            changeLeft={(left) => changeRow(owner, "conditionFields", index, left)}
            comparison={
              hasOwnComparison(row) ? (
                <Comparison
                  label={`Condition ${index + 1}`}
                  row={row}
                  type={fieldOf(document, row.leftHandDatasource, row.leftHandFieldname)?.type ?? row.leftHandType}
                  change={(changes) => changeRow(owner, "conditionFields", index, changes)}
                  findings={findingsAt(findings, "conditionFields", index)}
                />
              ) : undefined
            }
            findings={findingsAt(findings, "conditionFields", index)}
            remove={remove}
          >
            <Result result={results?.[index]} />
          </RuleRow>
          {isMixed && index === rows.length - 1 && (
            <p className="ep-help">“and” comes before “or”: {conditionsText(rows, fieldNameIn(document))}</p>
          )}
        </>
      )}
    </RowSection>
  );
}

function Result({ result }: { readonly result: ConditionResult | undefined }) {
  if (result === undefined) return null;
  return (
    <p className={result.held === true ? "ep-result is-held" : "ep-result"}>
      <Icon name={result.held === undefined ? "search" : result.held ? "check" : "x"} size={14} />
      {result.text}
    </p>
  );
}

function Join({ owner, row, index }: { readonly owner: RowOwner; readonly row: ConditionItem; readonly index: number }) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  return (
    <div className="ep-join">
      <Group className="ep-segments" label={`Condition ${index + 1} is joined by`}>
        {(["&&", "||"] as const).map((operator) => (
          <button
            key={operator}
            type="button"
            aria-pressed={row.conditionalOperator === operator}
            disabled={readOnly}
            onClick={() => run(changeRow(owner, "conditionFields", index, { conditionalOperator: operator }))}
          >
            {operator === "&&" ? "and" : "or"}
          </button>
        ))}
      </Group>
    </div>
  );
}
