import { isValidRuntime, limits, parseDefinition, validate, type Definition } from "@airlock/flow";
import type { Field, Fields } from "../flow/fields.ts";
import type { FlowBuilder } from "../flow/flow-builder.ts";
import type { Report, ReportEntry } from "./report.ts";

export interface Imported {
  readonly ok: true;
  /** Of the file, as in "DMN 1.3". */
  readonly format: string;
  readonly name: string;
  readonly definition: Definition;
  readonly entries: readonly ReportEntry[];
  /** What callers of the original send, and the application field that takes it. */
  readonly inputs: readonly { readonly original: string; readonly field: string }[];
  /** What the original returns, and the runtime field that has it. */
  readonly results: readonly { readonly original: string; readonly field: string }[];
  /** Whether the flow has no errors. */
  readonly canRun: boolean;
}

export interface NotImported {
  readonly ok: false;
  /** A sentence that says what is wrong with the file. */
  readonly problem: string;
}

/** A file that cannot be imported at all; the message is the problem. */
export class UnreadableFile extends Error {}

/** Larger files are refused before they are parsed. */
export const maxFileBytes = 10 * 1024 * 1024;

export function finished(parts: {
  readonly format: string;
  readonly name: string;
  readonly flow: FlowBuilder;
  readonly report: Report;
  readonly results: readonly Field[];
}): Imported {
  const { format, name, flow, report } = parts;
  const { fields } = flow;
  reportFields(fields, report);
  const read = parseDefinition(flow.definition());
  if (!read.ok) {
    const [problem] = read.problems;
    throw new UnreadableFile(`The file is larger than a solution can be. ${problem?.message ?? ""}`.trim());
  }
  const { definition } = read;
  const findings = validate(definition);
  for (const { level, message, nodeId } of findings.slice(0, limits.findings)) {
    if (level !== "error") continue;
    const node = definition.solutionDefinition.nodes.find(({ id }) => id === nodeId);
    const where = node === undefined ? "The new solution" : `Node ${node.label}`;
    report.leftOut({
      kind: "error",
      where,
      source: "",
      text: message,
      ...(node === undefined ? {} : { nodeId: node.id }),
      changesResults: true,
    });
  }
  const named = (list: Iterable<Field>): Imported["inputs"] => [...list].map((field) => ({ original: field.original, field: field.name }));
  const [inputs, results] = [named(fields.application.values()), named(parts.results.filter(({ isSet }) => isSet))];
  return { ok: true, format, name, definition, entries: report.entries, inputs, results, canRun: isValidRuntime(findings) };
}

/** Fields whose name changed, and those of which the file does not tell the type. */
function reportFields(fields: Fields, report: Report): void {
  for (const field of [...fields.application.values(), ...fields.runtime.values()]) {
    if (!field.isSet) continue;
    const isInput = field.source === "Application";
    const entry = { kind: isInput ? "input" : "result", where: isInput ? "Inputs" : "Results", source: field.original };
    const text = `${field.source} field ${field.name}, ${field.type ?? "String"}`;
    if (field.isHelper) report.converted({ ...entry, text: `${text}, by which links are chosen` });
    else if (field.type === undefined) report.approximated({ ...entry, text: `${text}: the file does not say its type.` });
    else if (field.name !== field.original)
      report.approximated({ ...entry, text: `${text}: ${isInput ? "callers send" : "responses have"} this name.` });
    else report.converted({ ...entry, text });
  }
}
