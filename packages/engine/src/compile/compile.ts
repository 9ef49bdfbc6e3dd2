import { validate, type Definition } from "@airlock/flow";
import { kindOf } from "../kinds/registry.ts";
import { lower } from "../program/lower.ts";
import type { Program, ProgramNode } from "../program/program.ts";
import { currentBehaviour, type Compiled } from "../types.ts";
import { findLeaving } from "./leaving.ts";
import { findPlainSums } from "./plain-sums.ts";
import { CompiledPlan, type Step } from "./plan.ts";

/** [LI1] The same definition always gives the same plan. What cannot run is refused with findings; nothing is thrown. */
export function compile(definition: Definition, behaviour: number = currentBehaviour): Compiled {
  if (behaviour !== currentBehaviour) {
    const message = `This engine runs behaviour ${currentBehaviour}; the version asks for ${behaviour}.`;
    return { ok: false, findings: [{ code: "UNKNOWN_BEHAVIOUR", level: "error", message }] };
  }
  const errors = validate(definition).filter((finding) => finding.level === "error");
  if (errors.length > 0) return { ok: false, findings: errors };
  const lowered = lower(definition, behaviour);
  if (!lowered.ok) return lowered;
  const { program } = lowered;
  const plainSums = findPlainSums(program);
  const steps = program.nodes.map((node) => compileStep(node, program, plainSums));
  return { ok: true, plan: new CompiledPlan(definition, program, steps) };
}

function compileStep(node: ProgramNode, program: Program, plainSums: ReadonlySet<number>): Step {
  const compiled = kindOf(node.operation.kind).compile(node.operation, { nodeId: node.id, plainSums });
  const leaving = findLeaving(node, program);
  if ("takeIn" in compiled) return { node, write: undefined, effect: compiled, leaving };
  return { node, write: compiled, effect: undefined, leaving };
}
