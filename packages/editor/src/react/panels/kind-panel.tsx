import type { FlowNode } from "@airlock/flow";
import type { ComponentType } from "react";
import type { PanelProps } from "../../kinds/panel.ts";
import { panels } from "../../kinds/panels.ts";

/** The editor of what a node does. */
export function KindPanel(props: PanelProps<FlowNode>) {
  // The registry's type guarantees that the panel of a node's kind accepts this node; the compiler widens it to all kinds.
  const Panel = panels[props.node.type] as ComponentType<PanelProps<FlowNode>>;
  return <Panel {...props} />;
}
