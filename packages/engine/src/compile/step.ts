import type { Write } from "../kinds/kind.ts";
import type { ProgramNode } from "../program/program.ts";
import type { EffectStep } from "../run/effect-step.ts";
import type { Leaving } from "./leaving.ts";

/** One node, ready to run. */
export interface Step {
  readonly node: ProgramNode;
  /** Undefined for a node with an effect. */
  readonly write: Write | undefined;
  readonly effect: EffectStep | undefined;
  readonly leaving: Leaving;
}
