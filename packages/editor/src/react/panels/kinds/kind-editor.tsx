import type { Finding, FlowNode } from "@airlock/flow";
import type { ReactNode } from "react";
import type { RunValues } from "../../../trace/condition-results.ts";
import { CalculationEditor } from "./calculation-editor.tsx";
import { EasyRuleEditor } from "./easy-rule-editor.tsx";
import { PredictionEditor } from "./prediction-editor.tsx";
import { ListScoreEditor, RangeScoreEditor } from "./score-editors.tsx";
import { SetterRows } from "../rows/setter-rows.tsx";
import { WebCallEditor } from "./web-call-editor.tsx";

interface KindEditorProps {
  readonly node: FlowNode;
  readonly findings: readonly Finding[];
  /** The values that this node was asked with in the last run. */
  readonly values: RunValues | undefined;
}

/** The editor of what a node does. A kind without one does not compile. */
export function KindEditor({ node, findings, values }: KindEditorProps): ReactNode {
  switch (node.type) {
    case "Start":
      return <p className="ep-empty-row">Start has no properties: every decision begins there.</p>;
    case "End":
      return null;
    case "EasyRule":
      return <EasyRuleEditor node={node} findings={findings} values={values} />;
    case "Calculation":
      return <CalculationEditor node={node} findings={findings} />;
    case "SetState":
      return <SetterRows node={node.id} list="setFields" rows={node.setFields} findings={findings} />;
    case "RangeScore":
      return <RangeScoreEditor node={node} findings={findings} />;
    case "ListScore":
      return <ListScoreEditor node={node} findings={findings} />;
    case "WebCall":
      return <WebCallEditor node={node} findings={findings} />;
    case "Prediction":
      return <PredictionEditor node={node} findings={findings} />;
  }
}
