import { encodeShadow, likelyOutcomeField, outcomeOf, type ShadowEntry } from "@airlock/contract";
import { encodeRecord, type Effects, type Execution, type Plan } from "@airlock/engine";
import { runBeside, type BesideRun } from "@airlock/engine/compare";
import type { Log } from "@airlock/platform";
import type { Deployment, Deployments } from "../deployment/deployments.ts";
import type { Decision } from "../execution/decide.ts";
import type { ExecutionLog } from "../execution/execution-log.ts";
import { RoundRobinQueue } from "../execution/round-robin-queue.ts";
import type { ShadowDropped, ShadowMetrics, ShadowResult } from "./shadow-metrics.ts";

/**
 * Decides inputs again by the shadow of their release, after the response. No caller waits for it: inputs are queued up to a limit and evaluated in
 * slices between calls; those that do not fit are dropped and counted. A shadow makes no web calls: it gets the recorded responses of the live
 * execution.
 */
export interface Shadows {
  /** Called after the response, for a release with this shadow. */
  readonly offer: (shadow: ShadowEntry, decision: Decision) => void;
  readonly waiting: () => number;
  /** Resolves when the queue is empty. */
  readonly settle: () => Promise<void>;
}

export interface ShadowsOptions {
  readonly deployments: Pick<Deployments, "find">;
  /** Predictions of this process, and its clock. */
  readonly effectsFor: (organisationId: string) => Pick<Effects, "predict" | "today">;
  readonly executionLog: Pick<ExecutionLog, "append">;
  /** Maximum size of a line that the log accepts. */
  readonly maxLineBytes: () => number;
  readonly metrics: ShadowMetrics;
  readonly log: Log;
  readonly limits?: QueueSize;
  /** In [0, 1). */
  readonly random?: () => number;
}

/** In inputs and in characters of their log lines. */
interface QueueSize {
  readonly inputs: number;
  readonly characters: number;
}

interface Waiting {
  readonly shadow: ShadowEntry;
  readonly decision: Decision;
}

/** About a second of work of a busy process. One organisation may fill half of it. */
const usualLimits: QueueSize = { inputs: 8_192, characters: 16 * 1024 * 1024 };
/** Evaluation time per turn of the event loop. Calls that arrived meanwhile are answered before the next slice. */
const sliceMillis = 2;
const wholeShare = 10_000;
/** An outcome is a word or two. A field with longer texts must not make every line as long as its execution record. */
const maxOutcomeCharacters = 200;

export function createShadows(options: ShadowsOptions): Shadows {
  const { deployments, effectsFor, executionLog, metrics, log, limits = usualLimits, random = Math.random } = options;
  const queue = new RoundRobinQueue<Waiting>(({ decision }) => decision.deployment.organisationId);
  const held = new Map<string, QueueSize>();
  let characters = 0;
  let working: Promise<void> | undefined;
  /** By rollout: inputs that were dropped since its last line. */
  const dropped = new Map<string, number>();
  const outcomeFieldOf = createOutcomeFields();

  function offer(shadow: ShadowEntry, decision: Decision): void {
    if (random() * wholeShare >= shadow.share) return;
    // Its caller disconnected, so the live outcome is unknown.
    if (decision.execution.error?.code === "CANCELLED") return;
    if (!hold(decision)) return drop(shadow, "queueFull");
    queue.push({ shadow, decision });
    working ??= work();
  }

  function hold({ deployment: { organisationId }, line }: Decision): boolean {
    const own = held.get(organisationId) ?? { inputs: 0, characters: 0 };
    const next = { inputs: own.inputs + 1, characters: own.characters + line.length };
    if (queue.size >= limits.inputs || characters + line.length > limits.characters) return false;
    if (next.inputs > limits.inputs / 2 || next.characters > limits.characters / 2) return false;
    held.set(organisationId, next);
    characters += line.length;
    return true;
  }

  function release({ deployment: { organisationId }, line }: Decision): void {
    const own = held.get(organisationId);
    if (own === undefined || own.inputs === 1) held.delete(organisationId);
    else held.set(organisationId, { inputs: own.inputs - 1, characters: own.characters - line.length });
    characters -= line.length;
  }

  function drop({ rolloutId }: ShadowEntry, why: ShadowDropped): void {
    dropped.set(rolloutId, (dropped.get(rolloutId) ?? 0) + 1);
    metrics.dropped(why);
  }

  async function work(): Promise<void> {
    while (queue.size > 0) {
      await nextTurn();
      const until = performance.now() + sliceMillis;
      do await evaluateNext();
      while (queue.size > 0 && performance.now() < until);
    }
    working = undefined;
  }

  async function evaluateNext(): Promise<void> {
    let isTaken = false;
    const [next] = queue.take(() => !isTaken && (isTaken = true));
    if (next === undefined) return;
    const { shadow, decision } = next;
    release(decision);
    try {
      await evaluate(shadow, decision);
    } catch (error) {
      log.error({ err: error, versionId: shadow.versionId, executionId: decision.executionId }, "a shadow could not be evaluated");
      drop(shadow, "notStored");
    }
  }

  async function evaluate(shadow: ShadowEntry, decision: Decision): Promise<void> {
    const { organisationId, plan: livePlan } = decision.deployment;
    const deployment = deployments.find(shadow.versionId);
    const plan = deployment?.status === "serving" && deployment.organisationId === organisationId ? deployment.plan : undefined;
    if (deployment === undefined || plan === undefined || livePlan === undefined) return drop(shadow, "notServing");
    const ran = runBeside(decision.execution, plan, { ...effectsFor(organisationId), list: deployment.list });
    // Web calls are what makes it a promise; nearly every flow has none.
    append(shadow, decision, deployment, outcomeFieldOf(livePlan, plan), ran instanceof Promise ? await ran : ran);
  }

  function append(shadow: ShadowEntry, decision: Decision, deployment: Deployment, field: string | null, ran: BesideRun): void {
    const live = decision.execution;
    const liveOutcome = outcomeText(field, live);
    const shadowOutcome = ran.ok ? outcomeText(field, ran.other) : "";
    const isChanged = ran.ok && liveOutcome !== shadowOutcome;
    const missed = dropped.get(shadow.rolloutId) ?? 0;
    dropped.delete(shadow.rolloutId);
    const logged = {
      rolloutId: shadow.rolloutId,
      executionId: decision.executionId,
      liveVersionId: decision.deployment.versionId,
      shadowVersionId: shadow.versionId,
      solutionId: deployment.solutionId,
      organisationId: deployment.organisationId,
      started: decision.started,
      isComparable: ran.ok,
      dropped: missed,
      liveStatus: live.status,
      shadowStatus: ran.ok ? ran.other.status : "",
      liveOutcome,
      shadowOutcome,
      record: "",
    } as const;
    const line = encodeShadow(isChanged ? { ...logged, record: encodeRecord(ran.other) } : logged);
    const result = resultOf(ran, isChanged);
    executionLog.append({
      // Differs from the id of the execution itself, which identifies the message of its group.
      executionId: `shadow-${decision.executionId}`,
      versionId: shadow.versionId,
      organisationId: deployment.organisationId,
      line: isChanged && Buffer.byteLength(line) > options.maxLineBytes() ? encodeShadow(logged) : line,
      traceparent: undefined,
      done: (stored) => {
        if (stored === "durable") return metrics.decided(result);
        if (missed > 0) dropped.set(shadow.rolloutId, (dropped.get(shadow.rolloutId) ?? 0) + missed);
        drop(shadow, "notStored");
      },
    });
  }

  return { offer, waiting: () => queue.size, settle: () => working ?? Promise.resolve() };
}

function resultOf(ran: BesideRun, isChanged: boolean): ShadowResult {
  if (!ran.ok) return "notComparable";
  if (!isChanged) return "same";
  return ran.other.status === "failed" ? "failed" : "changed";
}

function nextTurn(): Promise<void> {
  return new Promise((begin) => setImmediate(begin));
}

function outcomeText(field: string | null, execution: Execution): string {
  return outcomeOf(field, execution).slice(0, maxOutcomeCharacters).toWellFormed();
}

/** The outcome field depends only on the two flows. Weak, so that plans that are no longer served are not kept in memory. */
function createOutcomeFields(): (live: Plan, shadow: Plan) => string | null {
  const fields = new WeakMap<Plan, WeakMap<Plan, string | null>>();
  return (live, shadow) => {
    const ofLive = fields.get(live) ?? new WeakMap<Plan, string | null>();
    fields.set(live, ofLive);
    const known = ofLive.get(shadow);
    if (known !== undefined) return known;
    const field = likelyOutcomeField(live.runtimeFields, shadow.runtimeFields);
    ofLive.set(shadow, field);
    return field;
  };
}
