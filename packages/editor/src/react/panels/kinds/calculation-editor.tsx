import type { CalculationNode, Finding } from "@airlock/flow";
import { changeNode } from "../../../commands/change-node.ts";
import { editorKinds } from "../../../kinds/registry.ts";
import { numberTypes } from "../../../rules/field-rules.ts";
import { CalculationRows } from "../rows/calculation-rows.tsx";
import { PropertyField } from "./property-field.tsx";

export function CalculationEditor({ node, findings }: { readonly node: CalculationNode; readonly findings: readonly Finding[] }) {
  return (
    <>
      <PropertyField
        property="resultField"
        label={editorKinds.Calculation.properties.resultField.label}
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
