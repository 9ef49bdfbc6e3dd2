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

/** A decision that was made and is not yet durable. */
export interface Decision {
  readonly executionId: string;
  readonly deployment: Deployment;
  readonly execution: Execution;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly durationMicros: number;
  /** Empty without a challenger. */
  readonly arm: LoggedArm;
  /** The engine's encoding, which is the end of the line. */
  readonly record: string;
  /** As it goes into the log. */
  readonly line: string;
}

export type Decided = { readonly decision: Decision } | { readonly problem: Problem };

/** The call that an input came with. */
export interface DecidedCall {
  readonly caller: Caller;
  readonly versionId: string;
  /** Decides a share of the inputs instead of the version. */
  readonly challenger?: ChallengerEntry | undefined;
  /** Empty when the execution id serves as one. */
  readonly correlationId: string;
}

/** Why the live version decided an input of the challenger's share. */
export type ChallengerPassedOver = "notServing" | "inputInvalid";

export interface DecideOptions {
  readonly deployments: Deployments;
  /** What a flow of this organisation may ask of the world. */
  readonly effectsFor: (organisationId: string) => Effects;
  /** Bytes of an encoded execution that the log accepts. */
  readonly maxExecutionBytes: () => number;
  readonly passedOver: (why: ChallengerPassedOver) => void;
  /** For challengers without a field: from 0 up to 1. */
  readonly random?: () => number;
}

interface ChosenArm {
  readonly rolloutId: string;
  readonly arm: LoggedArm;
}
const noArm: ChosenArm = { rolloutId: "", arm: "" };

type Served = Deployment & { readonly plan: Plan };

/**
 * Everything between the body and the log. What is wrong with the request comes back as a problem of the catalogue; another
 * organisation's version is as unknown as one that never was.
 */
export function createDecide(options: DecideOptions) {
  const { deployments, effectsFor, maxExecutionBytes, passedOver, random = Math.random } = options;

  /** `signal` is called only for a flow with web calls, which end with their caller. */
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

  /** No call is refused because of a challenger: where it does not serve here or does not accept the input, the live version decides. */
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

function serves(deployment: Deployment): deployment is Served {
  return deployment.plan !== undefined;
}

const notJson = Symbol("not JSON");

function parse(body: string): unknown {
  try {
    // A `__proto__` in the text becomes a property of its own here, and `readInput` reads only the fields that the plan names.
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
