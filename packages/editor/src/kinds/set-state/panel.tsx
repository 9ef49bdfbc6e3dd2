import type { SetStateNode } from "@airlock/flow";
import { SetterRows } from "../../react/panels/rows/setter-rows.tsx";
import type { PanelProps } from "../panel.ts";

export function SetStatePanel({ node, findings }: PanelProps<SetStateNode>) {
  return <SetterRows node={node.id} list="setFields" rows={node.setFields} findings={findings} />;
}
