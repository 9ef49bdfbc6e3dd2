import { fieldTypes, type FormulaItem, type FormulaNode } from "@airlock/flow";
import { lazy, Suspense } from "react";
import { calculationOf, formulaToCalculation } from "../../commands/convert-formula.ts";
import { changeRow } from "../../commands/rows.ts";
import { useSurroundings } from "../../react/editor-context.ts";
import { FieldChoice } from "../../react/panels/controls/field-choice.tsx";
import { Group } from "../../react/panels/controls/group.tsx";
import { IconButton } from "../../react/panels/controls/icon-button.tsx";
import { findingsAt, isWrong, placeText } from "../../react/panels/findings-of.ts";
import { RowSection } from "../../react/panels/rows/row-section.tsx";
import { useRun } from "../../react/panels/use-run.ts";
import type { PanelProps } from "../panel.ts";

// The text editor is large, and most flows have no formula.
const FormulaField = lazy(() => import("../../react/panels/formula/formula-field.tsx"));

export function FormulaPanel({ node, findings }: PanelProps<FormulaNode>) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  return (
    <RowSection
      owner={{ node: node.id }}
      list="formulas"
      rows={node.formulas}
      findings={findings}
      empty="Computes nothing yet."
      actions={
        calculationOf(node) !== undefined && (
          <button type="button" className="ep-text-button" onClick={() => run(formulaToCalculation(node.id))}>
            Convert to Calculation
          </button>
        )
      }
    >
      {(row, index, remove) => {
        const label = `Result ${index + 1}`;
        const change = (changes: Partial<FormulaItem>) => changeRow({ node: node.id }, "formulas", index, changes);
        const own = findingsAt(findings, "formulas", index);
        return (
          <Group className="ep-rule is-formula" label={label}>
            <FieldChoice
              quiet
              label={`${label} field`}
              source="Runtime"
              types={fieldTypes}
              value={row.resultField}
              use={(resultField) => change({ resultField })}
            />
            {!readOnly && <IconButton label={`Delete result ${index + 1}`} icon="trash" press={remove} />}
            <Suspense fallback={<div className="ep-formula" aria-busy="true" />}>
              <FormulaField
                label={`${label} formula`}
                value={row.formula}
                change={(formula) => run(change({ formula }))}
                invalid={row.formula !== "" && isWrong(own.filter(({ code }) => code.startsWith("FORMULA_")))}
                place={placeText("formulas", index)}
              />
            </Suspense>
          </Group>
        );
      }}
    </RowSection>
  );
}
