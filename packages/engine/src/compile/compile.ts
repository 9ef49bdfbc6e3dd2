import { validate, type Definition } from "@airlock/flow";
import { kindOf } from "../kinds/registry.ts";
import { lower } from "../program/lower.ts";
import type { Program, ProgramNode } from "../program/program.ts";
import { linksPerWord } from "../run/state.ts";
import { currentBehaviour, type Compiled } from "../types.ts";
import { compileLeaving } from "./leaving.ts";
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
  const steps = program.nodes.map((node) => compileStep(node, program));
  return { ok: true, plan: new CompiledPlan(definition, program, steps, Math.ceil(program.links.length / linksPerWord)) };
}

function compileStep(node: ProgramNode, program: Program): Step {
  const compiled = kindOf(node.operation.kind).compile(node.operation, node.id);
  const leave = compileLeaving(node, program);
  if (typeof compiled === "function") return { node, run: compiled, effect: undefined, leave };
  return { node, run: undefined, effect: compiled, leave };
}
