import type { JdmNode } from "./read-jdm.ts";

/** A node as the report names it. */
export function place({ type, name }: JdmNode): string {
  return `${nouns[type] ?? "Node"} "${name}"`;
}

const nouns: Readonly<Record<string, string>> = {
  decisionTableNode: "Table",
  expressionNode: "Expression",
  switchNode: "Switch",
  functionNode: "Function",
  outputNode: "Output",
  decisionNode: "Decision",
};
