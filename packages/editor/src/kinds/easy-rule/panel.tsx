import { conditionText, setterText, type EasyRuleNode } from "@airlock/flow";
import { fieldNameIn } from "../../document/fields-of.ts";
import { conditionResults } from "../../trace/condition-results.ts";
import { ConditionRows } from "../../react/panels/rows/condition-rows.tsx";
import { SetterRows } from "../../react/panels/rows/setter-rows.tsx";
import { useFields } from "../../react/panels/use-fields.ts";

import type { PanelProps } from "../panel.ts";

export function EasyRulePanel({ node, findings, values }: PanelProps<EasyRuleNode>) {
  const { document } = useFields();
  const name = fieldNameIn(document);
  const results = values === undefined ? undefined : conditionResults(document, node.conditionFields, values);
  return (
    <>
      <ConditionRows
        owner={{ node: node.id }}
        rows={node.conditionFields}
        findings={findings}
        results={results}
        empty="No condition yet."
      />
      <SetterRows node={node.id} list="thenFields" rows={node.thenFields} findings={findings} />
      {node.conditionFields.length > 0 && node.thenFields.length > 0 && (
        <p className="ep-words">
          <b>If</b>{" "}
          {node.conditionFields.map((item, index) => (
            // Conditions have no id; they are identified by their index.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index}>
              {index > 0 && <b>{item.conditionalOperator === "&&" ? " and " : " or "}</b>}
              {conditionText(item, name)}
            </span>
          ))}
          , <b>then</b> {node.thenFields.map((item) => setterText(item, name)).join(" and ")}.
        </p>
      )}
    </>
  );
}
