import { compile, evaluateWithEffects, readInput, type Effects, type Execution, type InputRead, type Value } from "@airlock/engine";
import type { Interpreted } from "@airlock/engine/reference";
import type { Definition, FieldType } from "@airlock/flow";
import { build, calculation, end, type Draft, type NodeMaker } from "./build.ts";
import { compare, compiled } from "./compare.ts";

/** Builds a flow, runs it compiled and interpreted, requires equal results, and returns them. */
export function decide(draft: Draft, body: Readonly<Record<string, unknown>> = {}): Interpreted {
  return compare(build(draft), body);
}

/** A flow of these nodes in a row, between Start and End. */
export function inARow(draft: Omit<Draft, "links">): Draft {
  const ids = ["start", ...draft.nodes.map((make) => idOf(make, draft)), "end"];
  return { ...draft, nodes: [...draft.nodes, end("end")], links: ids.slice(1).map((id, index) => `${ids[index]} > ${id}`) };
}

function idOf(make: NodeMaker, draft: Omit<Draft, "links">): string {
  return build({ ...draft, nodes: [make], links: [] }).solutionDefinition.nodes[1]?.id ?? "";
}

/** The result of a formula in a Float field (or one of another type), or the code of its failure; undefined is missing. */
export function work(
  formula: string,
  fields: Readonly<Record<string, readonly [FieldType, number | undefined]>> = {},
  result: FieldType = "Float",
): Value {
  const application = Object.fromEntries(Object.entries(fields).map(([name, [type]]) => [name, type]));
  const body = Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value]));
  const outcome = decide(inARow({ application, runtime: { result }, nodes: [calculation("c", "result", formula)] }), body);
  return outcome.error?.code ?? outcome.runtimeData["result"];
}

export function problemsOf(definition: Definition, body: unknown): readonly string[] {
  const read: InputRead = readInput(compiled(definition), body);
  return read.ok ? [] : read.problems.map(({ field, code }) => `${field} ${code}`);
}

export function findingsOf(definition: Definition, behaviour?: number): readonly string[] {
  const result = compile(definition, behaviour);
  return result.ok ? [] : result.findings.map(({ code }) => code);
}

const nobody: Effects = {
  webCall: () => Promise.reject(new Error("Unexpected web call")),
  predict: () => {
    throw new Error("Nobody should predict");
  },
};

/** Runs with these effects. */
export async function ask(
  draft: Draft,
  body: Readonly<Record<string, unknown>>,
  effects: Partial<Effects>,
  signal = new AbortController().signal,
): Promise<Execution> {
  const plan = compiled(build(draft));
  const read = readInput(plan, body);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return evaluateWithEffects(plan, read.input, { ...nobody, ...effects }, signal);
}
