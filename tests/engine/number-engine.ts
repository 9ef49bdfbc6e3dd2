import { compile, evaluate, readInput, type Plan } from "@airlock/engine";
import type { CalculationOperator } from "@airlock/flow";
import { build, calculation } from "./build.ts";
import { inARow } from "./decide.ts";

const plans = new Map<CalculationOperator, Plan>();

/** One operation on two Floats through the engine's public interface; NaN if it fails. */
export function work(operator: CalculationOperator, a: number, b: number): number {
  let plan = plans.get(operator);
  if (plan === undefined) {
    const flow = build(
      inARow({ application: { a: "Float", b: "Float" }, runtime: { c: "Float" }, nodes: [calculation("n", "c", `a ${operator} b`)] }),
    );
    const compiled = compile(flow);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
    ({ plan } = compiled);
    plans.set(operator, plan);
  }
  const read = readInput(plan, { a, b });
  if (!read.ok) throw new Error(`${a} and ${b} should be accepted`);
  return Number(evaluate(plan, read.input).runtimeData["c"]);
}
