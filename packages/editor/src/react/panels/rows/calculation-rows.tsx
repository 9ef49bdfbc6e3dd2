import { calculationOperators, calculationText, type CalculationItem, type CalculationNode, type Finding } from "@airlock/flow";
import type { KeyboardEvent } from "react";
import { calculationToFormula, formulaOf } from "../../../commands/convert-formula.ts";
import { indentItem, outdentItem } from "../../../commands/calculation-levels.ts";
import { changeRow } from "../../../commands/rows.ts";
import { fieldNameIn } from "../../../document/fields-of.ts";
import { whyNotDeleteItem, whyNotIndent, whyNotOutdent } from "../../../rules/calculation-rules.ts";
import { numberTypes } from "../../../rules/field-rules.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Choice, options } from "../controls/choice.tsx";
import { Group } from "../controls/group.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { findingsAt } from "../findings-of.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { Operand } from "./operand.tsx";
import { RowSection } from "./row-section.tsx";

/** Indentation of each level of parentheses. */
const indent = 15;

/** The items of a formula. Alt with the arrows right and left puts one into parentheses and out again. */
export function CalculationRows({ node, findings }: { readonly node: CalculationNode; readonly findings: readonly Finding[] }) {
  const { readOnly } = useSurroundings();
  const { document } = useFields();
  const run = useRun();
  const items = node.calculations;
  const shift = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== "ArrowRight" && event.key !== "ArrowLeft")) return;
    event.preventDefault();
    event.stopPropagation();
    run(event.key === "ArrowRight" ? indentItem(node.id, index) : outdentItem(node.id, index));
  };
  return (
    <>
      <RowSection
        owner={{ node: node.id }}
        list="calculations"
        rows={items}
        findings={findings}
        empty="No formula yet."
        actions={
          formulaOf(node) !== undefined && (
            <button type="button" className="ep-text-button" onClick={() => run(calculationToFormula(node.id))}>
              Convert to Formula
            </button>
          )
        }
      >
        {(row, index, remove) => {
          const label = `Item ${index + 1}`;
          const change = (changes: Partial<CalculationItem>) => changeRow({ node: node.id }, "calculations", index, changes);
          const deletable = whyNotDeleteItem(items, index) === undefined;
          return (
            <Group
              className="ep-rule is-item"
              label={row.level === 0 ? label : `${label}, level ${row.level}`}
              indent={row.level * indent}
              onKeyDown={(event) => shift(event, index)}
            >
              {index === 0 ? (
                <span className="ep-fixed is-operator" aria-hidden="true">
                  =
                </span>
              ) : (
                <Choice
                  quiet
                  mono
                  label={`${label} operator`}
                  value={row.operator}
                  choose={(value) => run(change({ operator: calculationOperators.find((one) => one === value) ?? row.operator }))}
                >
                  {options(calculationOperators)}
                </Choice>
              )}
              <Operand
                label={label}
                source={row.datasource}
                text={row.fieldKey}
                types={numberTypes}
                literal="Float"
                set={({ source, text }) =>
                  change({ ...(source === undefined ? {} : { datasource: source }), ...(text === undefined ? {} : { fieldKey: text }) })
                }
                findings={findingsAt(findings, "calculations", index)}
              />
              {!readOnly && (
                <span className="ep-row-actions">
                  <IconButton
                    label={`Move item ${index + 1} out of parentheses`}
                    icon="outdent"
                    reason={whyNotOutdent(items, index)?.reason}
                    press={() => run(outdentItem(node.id, index))}
                  />
                  <IconButton
                    label={`Put item ${index + 1} into parentheses`}
                    icon="indent"
                    reason={whyNotIndent(items, index)?.reason}
                    press={() => run(indentItem(node.id, index))}
                  />
                  {deletable && <IconButton label={`Delete item ${index + 1}`} icon="trash" press={remove} />}
                </span>
              )}
            </Group>
          );
        }}
      </RowSection>
      {items.length > 1 && <p className="ep-words mono">{calculationText(items, fieldNameIn(document))}</p>}
    </>
  );
}
