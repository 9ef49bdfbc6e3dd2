import { encodeExecution, type ChallengerEntry, type LoggedArm, type Problem } from "@airlock/contract";
import {
  encodeRecord,
  evaluate,
  evaluateWithEffects,
  readInput,
  type Effects,
  type Execution,
  type Input,
  type Plan,
} from "@airlock/engine";
import { newId } from "@airlock/platform";
import type { Deployment, Deployments } from "../deployment/deployments.ts";
import type { Caller } from "../key/keys.ts";
import { chooseArm } from "../release/arm.ts";

/** A decision that is not durable yet. */
export interface Decision {
  readonly executionId: string;
  readonly deployment: Deployment;
  readonly execution: Execution;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly durationMicros: number;
  /** Empty without a challenger. */
  readonly arm: LoggedArm;
  /** The execution record, which is the end of the line. */
  readonly record: string;
  /** The line for the log. */
  readonly line: string;
}

export type Decided = { readonly decision: Decision } | { readonly problem: Problem };

/** The call that the input belongs to. */
export interface DecidedCall {
  readonly caller: Caller;
  readonly versionId: string;
  /** Decides a share of the inputs instead of the version. */
  readonly challenger?: ChallengerEntry | undefined;
  /** Empty if the execution id is the correlation id. */
  readonly correlationId: string;
}

/** Why the live version decided an input from the challenger's share. */
export type ChallengerPassedOver = "notServing" | "inputInvalid";

export interface DecideOptions {
  readonly deployments: Deployments;
  /** The effects that flows of this organisation may request. */
  readonly effectsFor: (organisationId: string) => Effects;
  /** Maximum size of an encoded execution that the log accepts. */
  readonly maxExecutionBytes: () => number;
  readonly passedOver: (why: ChallengerPassedOver) => void;
  /** For challengers without a field. In [0, 1). */
  readonly random?: () => number;
}

interface ChosenArm {
  readonly rolloutId: string;
  readonly arm: LoggedArm;
}
const noArm: ChosenArm = { rolloutId: "", arm: "" };

type Served = Deployment & { readonly plan: Plan };

/**
 * Everything between the body and the log. Errors of the request are returned as problems of the catalogue. A version of another organisation is
 * reported as unknown.
 */
export function createDecide(options: DecideOptions) {
  const { deployments, effectsFor, maxExecutionBytes, passedOver, random = Math.random } = options;

  /** `signal` is called only for flows with web calls, which are cancelled when the caller disconnects. */
  return function decide(call: DecidedCall, body: string, signal: () => AbortSignal): Decided | Promise<Decided> {
    if (call.challenger !== undefined) return decideByArm(call, call.challenger, body, signal);
    const deployment = find(call, call.versionId);
    if ("problem" in deployment) return deployment;
    const fields = parse(body);
    if (fields === notJson) return refuse({ code: "BODY_NOT_JSON" });
    const read = readInput(deployment.plan, fields);
    if (!read.ok) return refuse({ code: "INPUT_INVALID", problems: read.problems });
    return run(call, deployment, read.input, noArm, signal);
  };

  /** A challenger never causes a refusal: if it does not serve here or does not accept the input, the live version decides. */
  function decideByArm(
    call: DecidedCall,
    challenger: ChallengerEntry,
    body: string,
    signal: () => AbortSignal,
  ): Decided | Promise<Decided> {
    const fields = parse(body);
    if (fields === notJson) return refuse({ code: "BODY_NOT_JSON" });
    const { rolloutId } = challenger;
    let why: ChallengerPassedOver | undefined;
    if (chooseArm(challenger, fields, random) === "challenger") {
      const deployment = find(call, challenger.versionId);
      if ("problem" in deployment || deployment.status !== "serving") why = "notServing";
      else {
        const read = readInput(deployment.plan, fields);
        if (read.ok) return run(call, deployment, read.input, { rolloutId, arm: "challenger" }, signal);
        why = "inputInvalid";
      }
    }
    const deployment = find(call, call.versionId);
    if ("problem" in deployment) return deployment;
    const read = readInput(deployment.plan, fields);
    if (!read.ok) return refuse({ code: "INPUT_INVALID", problems: read.problems });
    if (why !== undefined) passedOver(why);
    return run(call, deployment, read.input, { rolloutId, arm: "champion" }, signal);
  }

  function find({ caller }: DecidedCall, versionId: string): Served | { readonly problem: Problem } {
    const deployment = deployments.find(versionId);
    if (deployment === undefined || deployment.organisationId !== caller.organisationId) return { problem: { code: "VERSION_NOT_FOUND" } };
    return serves(deployment) ? deployment : { problem: { code: "VERSION_NOT_SERVING" } };
  }

  function run(
    call: DecidedCall,
    deployment: Served,
    input: Input,
    chosen: ChosenArm,
    signal: () => AbortSignal,
  ): Decided | Promise<Decided> {
    const { plan } = deployment;
    const started = Date.now();
    const from = performance.now();
    if (!plan.needsEffects) return bounded(made(call, deployment, chosen, evaluate(plan, input, deployment), started, from));
    const ofOrganisation = effectsFor(deployment.organisationId);
    const effects = plan.lists.length === 0 ? ofOrganisation : { ...ofOrganisation, list: deployment.list };
    const ending = deployment.callsOthers ? signal() : never;
    return evaluateWithEffects(plan, input, effects, ending).then((execution) =>
      bounded(made(call, deployment, chosen, execution, started, from)),
    );
  }

  /** Refuses an execution that is too large for the log, before anything depends on it. */
  function bounded(decision: Decision): Decided {
    const limit = maxExecutionBytes();
    const { line } = decision;
    if (line.length * maxBytesPerUnit <= limit) return { decision };
    const size = Buffer.byteLength(line);
    if (size <= limit) return { decision };
    return refuse({ code: "EXECUTION_TOO_LARGE", details: { limit: limit.toLocaleString("en"), size: size.toLocaleString("en") } });
  }
}

/** A prediction is synchronous and cannot be cancelled; a controller per prediction would cost more than the score. */
const never = new AbortController().signal;

/** Maximum UTF-8 bytes per UTF-16 code unit: a surrogate pair takes four for two units. */
const maxBytesPerUnit = 3;

function serves(deployment: Deployment): deployment is Served {
  return deployment.plan !== undefined;
}

const notJson = Symbol("not JSON");

function parse(body: string): unknown {
  try {
    // `JSON.parse` makes `__proto__` an own property, and `readInput` reads only the fields that the plan names.
    return JSON.parse(body);
  } catch {
    return notJson;
  }
}

function refuse(problem: Problem): Decided {
  return { problem };
}

function made(
  { caller, correlationId }: DecidedCall,
  deployment: Deployment,
  { rolloutId, arm }: ChosenArm,
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
    rolloutId,
    arm,
    started,
    durationMicros,
    status,
    record,
  });
  return { executionId, deployment, execution, started, durationMicros, arm, record, line };
}
