import { validate, type Definition } from "@airlock/flow";
import { findBehaviour, supportedBehaviours } from "../behaviours.ts";
import { kindOf } from "../kinds/registry.ts";
import type { Program, ProgramNode } from "../program/program.ts";
import { currentBehaviour, type Compiled } from "../types.ts";
import { findLeaving } from "./leaving.ts";
import { findPlainSums } from "./plain-sums.ts";
import { CompiledPlan } from "./plan.ts";
import type { Step } from "./step.ts";

/** [LI1] The same definition always compiles to the same plan. A definition that cannot run is refused with findings; nothing is thrown. */
export function compile(definition: Definition, behaviour: number = currentBehaviour): Compiled {
  const errors = validate(definition).filter((finding) => finding.level === "error");
  return errors.length > 0 ? { ok: false, findings: errors } : compileFrozen(definition, behaviour);
}

/**
 * [FL8] Compiles a version by the behaviour it was frozen with. The validator is not called: its rules grow stricter from release to
 * release, and a version that passed them once keeps serving.
 */
export function compileFrozen(definition: Definition, behaviour: number): Compiled {
  const known = findBehaviour(behaviour);
  if (known === undefined) {
    const message = `This engine runs behaviour ${supportedBehaviours.join(", ")}; the version needs ${behaviour}.`;
    return { ok: false, findings: [{ code: "UNKNOWN_BEHAVIOUR", level: "error", message }] };
  }
  const lowered = known.lower(definition);
  if (!lowered.ok) return lowered;
  const { program } = lowered;
  const plainSums = findPlainSums(program);
  const steps = program.nodes.map((node) => compileStep(node, program, plainSums));
  return { ok: true, plan: new CompiledPlan(definition, program, steps) };
}

function compileStep(node: ProgramNode, program: Program, plainSums: ReadonlySet<number>): Step {
  const compiled = kindOf(node.operation.kind).compile(node.operation, { nodeId: node.id, plainSums });
  const leaving = findLeaving(node, program);
  if ("applyResult" in compiled) return { node, write: undefined, effect: compiled, leaving };
  return { node, write: compiled, effect: undefined, leaving };
}
