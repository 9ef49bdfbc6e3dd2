import { limits, type ConditionItem } from "@airlock/flow";
import { buildFormulas } from "../flow/build-formulas.ts";
import { buildTable } from "../flow/build-table.ts";
import { hasValue, type FlowBuilder } from "../flow/flow-builder.ts";
import type { Step } from "../flow/step.ts";
import type { Report } from "../report/report.ts";
import { place } from "./place.ts";
import type { Jdm, JdmNode } from "./read-jdm.ts";
import { isCollectSwitch, statementsOf } from "./switch-statements.ts";

interface FlowParts {
  readonly jdm: Jdm;
  /** Each node after all nodes before it. */
  readonly order: readonly JdmNode[];
  readonly steps: ReadonlyMap<string, Step>;
  readonly flow: FlowBuilder;
  readonly report: Report;
}

/** Where the links of a node of the file leave from in the flow. */
interface Exit {
  readonly nodeId: string;
  readonly conditions?: readonly ConditionItem[];
  readonly otherwise?: true;
  readonly label?: string;
}

/** Adds the nodes and links of the file to the flow. */
export function buildFlow(parts: FlowParts): void {
  const { jdm, order, flow, report } = parts;
  const exits = new Map<string, (handle: string) => readonly Exit[]>();
  let end: string | undefined;
  const start = flow.add("Start", "Start");
  for (const node of order) {
    if (node.type === "inputNode") {
      exits.set(node.id, () => [{ nodeId: start.id }]);
      continue;
    }
    const into = jdm.edges.flatMap(({ source, target, handle }) => (target === node.id ? (exits.get(source)?.(handle) ?? []) : []));
    const made = node.type === "outputNode" ? (end ??= flow.add("End", "End").id) : buildNode(node, parts);
    if (made === undefined) {
      // Nothing is left of the node: links before and after it are joined.
      if (node.type === "switchNode") {
        report.leftOut({
          kind: "node",
          where: place(node),
          source: node.type,
          text: "All of its branches are taken.",
          changesResults: true,
        });
      }
      exits.set(node.id, () => into);
      continue;
    }
    connect(into, made, parts);
    exits.set(node.id, node.type === "switchNode" ? switchExits(node, made, parts) : () => [{ nodeId: made }]);
  }
  if (end === undefined) finishPaths(flow);
}

function connect(into: readonly Exit[], target: string, { flow, report }: FlowParts): void {
  const seen = new Set<string>();
  for (const { nodeId, conditions = [], otherwise = false, label = "" } of into) {
    const key = JSON.stringify([nodeId, conditions, otherwise]);
    if (seen.has(key)) continue;
    seen.add(key);
    flow.link(nodeId, target, { conditionFields: conditions, otherwise, label: label.slice(0, limits.labelLength) });
    report.converted({ kind: "edge", where: "Edges", source: label, text: "A link", nodeId: target });
  }
}

function buildNode(node: JdmNode, { steps, flow, report }: FlowParts): string | undefined {
  const step = steps.get(node.id);
  if (step === undefined) return undefined;
  return (step.kind === "table" ? buildTable(step, flow, report) : buildFormulas(step, flow, report))?.id;
}

function switchExits(node: JdmNode, nodeId: string, { jdm, steps }: FlowParts): (handle: string) => readonly Exit[] {
  const statements = statementsOf(node);
  const step = steps.get(node.id);
  const fields = step?.kind === "formula" ? step.results.map(({ field }) => field) : [];
  const hasEdge = (id: string): boolean => jdm.edges.some(({ source, handle }) => source === node.id && handle === id);
  return (handle) => {
    const index = statements.findIndex(({ id }) => id === handle);
    const statement = statements[index];
    if (statement === undefined) return [];
    const { number, source, isDefault } = statement;
    const isCollect = isCollectSwitch(node);
    if (isCollect && isDefault) return [{ nodeId }];
    // Where an earlier statement without an edge holds, no link is followed.
    if (isDefault && statements.slice(0, index).every(({ id }) => hasEdge(id))) return [{ nodeId, otherwise: true, label: "otherwise" }];
    const [field, literal] = isCollect ? [fields[index], "true"] : [fields[0], String(number)];
    return field === undefined ? [] : [{ nodeId, conditions: hasValue(field, literal), label: isDefault ? "otherwise" : source }];
  };
}

function finishPaths(flow: FlowBuilder): void {
  const last = flow.add("End", "End");
  for (const nodeId of flow.leaves()) if (nodeId !== last.id) flow.link(nodeId, last.id);
}
