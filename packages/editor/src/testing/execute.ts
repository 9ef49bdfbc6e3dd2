/** Runs a document with the real engine. For tests only. */
import { compile, encodeRecord, evaluate, expandRecord, readInput, type ExpandedExecution } from "@airlock/engine";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";

export function execute(document: FlowDocument, input: Readonly<Record<string, unknown>>): ExpandedExecution {
  const compiled = compile(definitionOf(document));
  if (!compiled.ok) throw new Error(compiled.findings.map((finding) => finding.message).join(" "));
  const read = readInput(compiled.plan, input);
  if (!read.ok) throw new Error(read.problems.map((problem) => problem.message).join(" "));
  return expandRecord(compiled.plan, encodeRecord(evaluate(compiled.plan, read.input)));
}
