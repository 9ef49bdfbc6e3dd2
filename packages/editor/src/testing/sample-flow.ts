/** A small credit decision, drawn by commands as a person would. For tests only. */
import {
  emptyDefinition,
  newLink,
  newNode,
  type Definition,
  type FieldSource,
  type FieldType,
  type FlowLink,
  type FlowNode,
  type NodeKind,
} from "@airlock/flow";
import { addNode } from "../commands/add-node.ts";
import { changeNode, renameNode } from "../commands/change-node.ts";
import type { Command } from "../commands/command.ts";
import { addField } from "../commands/fields.ts";
import { addLink, markOtherwise } from "../commands/links.ts";
import { addRow, changeRow } from "../commands/rows.ts";
import { setTestValue } from "../commands/test-data.ts";
import { definitionOf, documentOf, type FlowDocument } from "../document/flow-document.ts";

/** Runs commands one after the other; a refused one is a mistake of the test. */
export function run(document: FlowDocument, ...commands: readonly Command[]): FlowDocument {
  return commands.reduce((before, command) => {
    const executed = command(before);
    if (!executed.ok) throw new Error(executed.refusal.reason);
    return executed.document;
  }, document);
}

/** The reason why a command is refused; an empty text if it is not. */
export function reasonOf(document: FlowDocument, command: Command): string {
  const executed = command(document);
  return executed.ok ? "" : executed.refusal.reason;
}

/** Unique ids with a prefix: n1, n2 ... */
export function counter(prefix = "n"): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count}`;
  };
}

const field = (source: FieldSource, name: string, type: FieldType): Command => addField(source, { key: name, name, type, required: false });

const node = (kind: NodeKind, id: string, label: string, x: number, y: number): readonly Command[] => [
  addNode({ kind, id, x, y }),
  renameNode(id, label),
];

export function emptyDocument(): FlowDocument {
  return documentOf(emptyDefinition());
}

export function sampleDocument(): FlowDocument {
  return run(
    emptyDocument(),
    field("Application", "age", "Integer"),
    field("Application", "income", "Float"),
    field("Application", "debts", "Float"),
    field("Application", "purpose", "String"),
    field("Runtime", "ratio", "Float"),
    field("Runtime", "total", "Float"),
    field("Runtime", "result", "String"),
    ...node("SetState", "zero", "Begin", 250, 200),
    addRow({ node: "zero" }, "setFields", "", { leftHandFieldname: "total", rightHandFieldname: "0" }),
    ...node("EasyRule", "minimum", "Minimum age", 500, 200),
    addRow({ node: "minimum" }, "conditionFields", "", { leftHandFieldname: "age", operator: "<", rightHandFieldname: "18" }),
    addRow({ node: "minimum" }, "thenFields", "", { leftHandFieldname: "result", rightHandFieldname: "Decline" }),
    ...node("Calculation", "afford", "Affordability", 750, 200),
    changeNode("afford", "Calculation", { resultField: "ratio" }),
    changeRow({ node: "afford" }, "calculations", 0, { fieldKey: "debts" }),
    changeRow({ node: "afford" }, "calculations", 1, { fieldKey: "income", operator: "/" }),
    ...node("RangeScore", "burden", "Debt burden", 1000, 100),
    changeNode("burden", "RangeScore", { scoredDatasource: "Runtime", scoredField: "ratio", resultField: "total", defaultScore: "0" }),
    addRow({ node: "burden" }, "ranges", "r1", { rangeTo: "0.4", score: "50" }),
    addRow({ node: "burden" }, "ranges", "r2", { score: "10", reasonCode: "R01" }),
    ...node("ListScore", "purposes", "Loan purpose", 1000, 300),
    changeNode("purposes", "ListScore", { scoredField: "purpose", resultField: "total", defaultScore: "5" }),
    addRow({ node: "purposes" }, "values", "v1", { value: "car", score: "20" }),
    ...node("EasyRule", "verdict", "Verdict", 1250, 200),
    addRow({ node: "verdict" }, "conditionFields", "", {
      leftHandDatasource: "Runtime",
      leftHandFieldname: "total",
      operator: ">=",
      rightHandFieldname: "30",
    }),
    addRow({ node: "verdict" }, "thenFields", "", { leftHandFieldname: "result", rightHandFieldname: "Approve" }),
    ...node("SetState", "decline", "Decline", 1500, 100),
    addRow({ node: "decline" }, "setFields", "", { leftHandFieldname: "result", rightHandFieldname: "Decline" }),
    addNode({ kind: "End", id: "end", x: 1750, y: 200 }),
    addLink("l1", "start", "zero"),
    addLink("l2", "zero", "minimum"),
    addLink("l3", "minimum", "afford"),
    addLink("l4", "afford", "burden"),
    addLink("l5", "afford", "purposes"),
    addLink("l6", "burden", "verdict"),
    addLink("l7", "purposes", "verdict"),
    addLink("l8", "verdict", "decline"),
    addRow({ link: "l8" }, "conditionFields", "", {
      leftHandDatasource: "Runtime",
      leftHandFieldname: "total",
      operator: "<",
      rightHandFieldname: "30",
    }),
    addLink("l9", "verdict", "end"),
    markOtherwise("l9", true),
    addLink("l10", "decline", "end"),
    setTestValue("age", "34"),
    setTestValue("income", "2850"),
  );
}

export function sampleDefinition(): Definition {
  return definitionOf(sampleDocument());
}

/** Many nodes in rows, each linked to one of the two before it. Built directly: adding 2,000 one by one is slow. */
export function largeDocument(size: number): FlowDocument {
  const empty = emptyDefinition();
  const nodes: FlowNode[] = [...empty.solutionDefinition.nodes];
  for (let index = 1; index < size; index += 1) {
    nodes.push(newNode(index % 3 === 0 ? "EasyRule" : "SetState", `n${index}`, 250 * (index % 50), 100 * Math.floor(index / 50)));
  }
  const links = nodes.flatMap((target, index): FlowLink[] => {
    const source = nodes[index - (index % 4 === 3 ? 2 : 1)];
    return source === undefined || index === 0 ? [] : [newLink(`l${index}`, source, target)];
  });
  return documentOf({ ...empty, solutionDefinition: { ...empty.solutionDefinition, nodes, links } });
}
