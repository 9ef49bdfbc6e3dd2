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

/** The call that an input came with. */
export interface DecidedCall {
  readonly caller: Caller;
  readonly versionId: string;
  /** Empty when the execution id serves as one. */
  readonly correlationId: string;
}

export interface DecideOptions {
  readonly deployments: Deployments;
  /** What a flow of this organisation may ask of the world. */
  readonly effectsFor: (organisationId: string) => Effects;
  /** Bytes of an encoded execution that the log accepts. */
  readonly maxExecutionBytes: () => number;
}

/**
 * Everything between the body and the log. What is wrong with the request comes back as a problem of the catalogue; another
 * organisation's version is as unknown as one that never was.
 */
export function createDecide(options: DecideOptions) {
  const { deployments, effectsFor, maxExecutionBytes } = options;

  /** `signal` is called only for a flow with web calls, which end with their caller. */
  return function decide(call: DecidedCall, body: string, signal: () => AbortSignal): Decided | Promise<Decided> {
    const { caller, versionId } = call;
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
    if (!plan.needsEffects) return bounded(made(call, deployment, evaluate(plan, read.input), started, from));
    const effects = effectsFor(deployment.organisationId);
    const ending = deployment.callsOthers ? signal() : never;
    return evaluateWithEffects(plan, read.input, effects, ending).then((execution) =>
      bounded(made(call, deployment, execution, started, from)),
    );
  };

  /** An execution that is too large for the log is refused before anything depends on it. */
  function bounded(decision: Decision): Decided {
    const limit = maxExecutionBytes();
    const { line } = decision;
    if (line.length * maxBytesPerUnit <= limit) return { decision };
    const size = Buffer.byteLength(line);
    if (size <= limit) return { decision };
    return refuse({ code: "EXECUTION_TOO_LARGE", details: { limit: limit.toLocaleString("en"), size: size.toLocaleString("en") } });
  }
}

/** A prediction is over before anybody could leave; a controller for each of them would cost more than the score. */
const never = new AbortController().signal;

/** UTF-8 bytes of one UTF-16 code unit: three at most, since a pair of surrogates takes four. */
const maxBytesPerUnit = 3;

function refuse(problem: Problem): Decided {
  return { problem };
}

function made(
  { caller, correlationId }: DecidedCall,
  deployment: Deployment,
  execution: Execution,
  started: number,
  from: number,
): Decision {
  const record = encodeRecord(execution);
  const durationMicros = Math.round((performance.now() - from) * 1000);
  const executionId = newId(started);
  const { versionId, solutionId, organisationId } = deployment;
  const { keyId, callerId } = caller;
  const { status } = execution;
  const line = encodeExecution({
    executionId,
    versionId,
    solutionId,
    organisationId,
    keyId,
    callerId,
    correlationId,
    started,
    durationMicros,
    status,
    record,
  });
  return { executionId, deployment, execution, started, durationMicros, line };
}
