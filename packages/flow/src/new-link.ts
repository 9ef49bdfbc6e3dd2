import type { FlowLink, FlowNode } from "./definition.ts";
import { inPort, outPort } from "./new-node.ts";

export const linkDefaults = { width: 3, curvyness: 50, color: "rgb(143,160,178)" } as const;

/** A link as it is drawn; it may start loose, with no target yet. */
export function newLink(id: string, source: FlowNode, target: FlowNode | undefined): FlowLink {
  return {
    id,
    source: source.id,
    sourcePort: outPort(source)?.id ?? "",
    target: target?.id ?? "",
    targetPort: (target && inPort(target)?.id) ?? "",
    label: "",
    width: linkDefaults.width,
    color: linkDefaults.color,
    curvyness: linkDefaults.curvyness,
    conditionFields: [],
    otherwise: false,
  };
}
