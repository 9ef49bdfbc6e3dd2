import { fieldTypes, type ListScoreNode } from "@airlock/flow";
import { changeNode } from "../../commands/change-node.ts";
import { ValueRows } from "../../react/panels/rows/value-rows.tsx";
import { ScoreFrame } from "../../react/panels/score-frame.tsx";
import type { PanelProps } from "../panel.ts";

export function ListScorePanel({ node, findings }: PanelProps<ListScoreNode>) {
  return (
    <ScoreFrame node={node} findings={findings} types={fieldTypes} change={(changes) => changeNode(node.id, "ListScore", changes)}>
      <ValueRows node={node} findings={findings} />
    </ScoreFrame>
  );
}
