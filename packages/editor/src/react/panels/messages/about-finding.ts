import type { Finding } from "@airlock/flow";
import type { FlowDocument } from "../../../document/flow-document.ts";
import { linkTitle, nodeTitle } from "../../../document/titles.ts";
import type { IconName } from "../../icon.tsx";

export interface About {
  readonly title: string;
  readonly icon: IconName;
  readonly colour?: string;
}

/** What a finding is about, as lists of findings show it. */
export function aboutOf(document: FlowDocument, finding: Finding): About {
  const node = finding.nodeId === undefined ? undefined : document.nodes.get(finding.nodeId);
  if (node !== undefined) return { title: nodeTitle(node), icon: node.type, colour: node.color };
  const link = finding.linkId === undefined ? undefined : document.links.get(finding.linkId);
  if (link !== undefined) return { title: linkTitle(document, link), icon: "link" };
  const field = [...document.applicationFields, ...document.runtimeFields].find((one) => one.key === finding.fieldKey);
  if (field !== undefined) return { title: field.name === "" ? "Data fields" : field.name, icon: "text" };
  return {
    title: finding.code.startsWith("TEST_VALUE") ? "Test data" : "Solution",
    icon: finding.code.startsWith("TEST_VALUE") ? "test" : "layout",
  };
}
