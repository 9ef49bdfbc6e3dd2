import type { CalculationNode } from "@airlock/flow";
import { changeNode } from "../../commands/change-node.ts";
import { calculation } from "./kind.ts";
import { numberTypes } from "../../rules/field-rules.ts";
import { CalculationRows } from "../../react/panels/rows/calculation-rows.tsx";
import { PropertyField } from "../../react/panels/controls/property-field.tsx";
import type { PanelProps } from "../panel.ts";

export function CalculationPanel({ node, findings }: PanelProps<CalculationNode>) {
  return (
    <>
      <PropertyField
        property="resultField"
        label={calculation.properties.resultField.label}
        source="Runtime"
        types={numberTypes}
        value={node.resultField}
        findings={findings}
        use={(resultField) => changeNode(node.id, "Calculation", { resultField })}
      />
      <CalculationRows node={node} findings={findings} />
    </>
  );
}
