import { encodeExecution, type Problem } from "@airlock/contract";
import { encodeRecord, evaluate, evaluateWithEffects, readInput, type Effects, type Execution } from "@airlock/engine";
import { newId } from "@airlock/platform";
import type { Deployment, Deployments } from "../deployment/deployments.ts";
import type { Caller } from "../key/keys.ts";

/** A decision that was made and is not yet durable. */
export interface Decision {
  readonly executionId: string;
  readonly deployment: Deployment;
  readonly execution: Execution;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly durationMicros: number;
  /** As it goes into the log. */
  readonly line: string;
}

export type Decided = { readonly decision: Decision } | { readonly problem: Problem };

export interface DecideOptions {
  readonly deployments: Deployments;
  /** What a flow of this organisation may ask of the world. */
  readonly effectsFor: (organisationId: string) => Effects;
}

/**
 * Everything between the body and the log. What is wrong with the request comes back as a problem of the catalogue; another
 * organisation's version is as unknown as one that never was.
 */
export function createDecide(options: DecideOptions) {
  const { deployments, effectsFor } = options;

  /** `signal` is asked for only by a flow that calls elsewhere: its calls end with the caller who asked for them. */
  return function decide(caller: Caller, versionId: string, body: string, signal: () => AbortSignal): Decided | Promise<Decided> {
    const deployment = deployments.find(versionId);
    if (deployment === undefined || deployment.organisationId !== caller.organisationId) return refuse({ code: "VERSION_NOT_FOUND" });
    const { plan } = deployment;
    if (plan === undefined) return refuse({ code: "VERSION_NOT_SERVING" });
    let fields: unknown;
    try {
      // A `__proto__` in the text becomes a property of its own here, and `readInput` reads only the fields that the plan names.
      fields = JSON.parse(body);
    } catch {
      return refuse({ code: "BODY_NOT_JSON" });
    }
    const read = readInput(plan, fields);
    if (!read.ok) return refuse({ code: "INPUT_INVALID", problems: read.problems });
    const started = Date.now();
    const from = performance.now();
    if (!plan.needsEffects) return made(caller, deployment, evaluate(plan, read.input), started, from);
    const effects = effectsFor(deployment.organisationId);
    const ending = deployment.callsOthers ? signal() : never;
    return evaluateWithEffects(plan, read.input, effects, ending).then((execution) => made(caller, deployment, execution, started, from));
  };
}

/** A prediction is over before anybody could leave; a controller for each of them would cost more than the score. */
const never = new AbortController().signal;

function refuse(problem: Problem): Decided {
  return { problem };
}

function made(caller: Caller, deployment: Deployment, execution: Execution, started: number, from: number): Decided {
  const record = encodeRecord(execution);
  const durationMicros = Math.round((performance.now() - from) * 1000);
  const executionId = newId(started);
  const { versionId, solutionId, organisationId } = deployment;
  const { keyId } = caller;
  const { status } = execution;
  const line = encodeExecution({ executionId, versionId, solutionId, organisationId, keyId, started, durationMicros, status, record });
  return { decision: { executionId, deployment, execution, started, durationMicros, line } };
}
