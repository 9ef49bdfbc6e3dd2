import { conditionText, setterText, type EasyRuleNode, type Finding } from "@airlock/flow";
import { fieldNameIn } from "../../../document/fields-of.ts";
import { conditionResults, type RunValues } from "../../../trace/condition-results.ts";
import { ConditionRows } from "../rows/condition-rows.tsx";
import { SetterRows } from "../rows/setter-rows.tsx";
import { useFields } from "../use-fields.ts";

interface EasyRuleEditorProps {
  readonly node: EasyRuleNode;
  readonly findings: readonly Finding[];
  readonly values: RunValues | undefined;
}

export function EasyRuleEditor({ node, findings, values }: EasyRuleEditorProps) {
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
            // Conditions have no id; they are known by their place.
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
