import type { RangeScoreNode } from "@airlock/flow";
import { changeNode } from "../../commands/change-node.ts";
import { BandRows } from "../../react/panels/rows/band-rows.tsx";
import { ScoreFrame } from "../../react/panels/score-frame.tsx";
import { numberTypes } from "../../rules/field-rules.ts";
import type { PanelProps } from "../panel.ts";

export function RangeScorePanel({ node, findings }: PanelProps<RangeScoreNode>) {
  return (
    <ScoreFrame node={node} findings={findings} types={numberTypes} change={(changes) => changeNode(node.id, "RangeScore", changes)}>
      <BandRows node={node} findings={findings} />
    </ScoreFrame>
  );
}
