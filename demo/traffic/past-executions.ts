import type { LoggedExecution } from "@airlock/contract";
import { compileFrozen, encodeRecord, evaluateWithEffects, readInput, type Effects, type Plan } from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { createRandom, type Random } from "../../tests/support/random.ts";
import type { DemoTraffic, Moment } from "../solutions/solution.ts";
import { timesOf, weightOf, type Span } from "./rhythm.ts";

export const dayMillis = 86_400_000;
export const demoDays = 30;

/** A version that was live in a part of the past. */
export interface PastVersion {
  readonly versionId: string;
  readonly definition: Definition;
  readonly behaviour: number;
  /** In days ago. */
  readonly live: { readonly from: number; readonly until: number };
}

/** The calls of one solution. */
export interface PastTraffic {
  readonly organisationId: string;
  readonly solutionId: string;
  readonly keyId: string;
  readonly callerId: string;
  readonly traffic: DemoTraffic;
  /** What the flow uses besides web calls. */
  readonly effects: Pick<Effects, "predict" | "list">;
  /** Of all its versions. */
  readonly count: number;
  /** Calls are those of the 30 days before. */
  readonly now: number;
}

/** Two hours, on the last working day that is at least three days ago, in which the credit bureau hardly answered. */
export function outageOf(now: number): Span {
  const midnight = Math.floor(now / dayMillis) * dayMillis;
  const day = [3, 4, 5].map((daysAgo) => midnight - daysAgo * dayMillis).find((at) => ![0, 6].includes(new Date(at).getUTCDay()));
  const from = (day ?? midnight) + 13 * 3_600_000;
  return { from, to: from + 2 * 3_600_000 };
}

/** Stores executions of one version. */
export type Append = (executions: readonly LoggedExecution[]) => Promise<unknown>;

/** In a message of the log; far below its limit of bytes. */
const groupSize = 500;
const groupsAtOnce = 8;

/**
 * Evaluates the calls of a version with the engine, as a runtime does, at the times at which they were made. Returns how many there are. The same
 * time gives the same calls.
 */
export async function appendPast(append: Append, past: PastTraffic, version: PastVersion): Promise<number> {
  const { now, traffic } = past;
  const { from, until } = version.live;
  const first = callsBefore(past, from);
  const random = createRandom(Math.round(1_000 * traffic.share + from));
  const span = { from: now - from * dayMillis, to: now - until * dayMillis };
  const times = timesOf(traffic.rhythm, callsBefore(past, until) - first, span, random);
  await appendCalls(append, past, { version, times, first, random });
  return times.length;
}

/** How many of its calls were made before a moment, so that the counts of versions add up. */
function callsBefore({ traffic: { rhythm }, count, now }: PastTraffic, daysAgo: number): number {
  const [from, to] = [now - demoDays * dayMillis, now - daysAgo * dayMillis];
  return Math.round((count * weightOf(rhythm, { from, to })) / weightOf(rhythm, { from, to: now }));
}

interface Stretch {
  readonly version: PastVersion;
  readonly times: readonly number[];
  /** The number of the first call. */
  readonly first: number;
  readonly random: Random;
}

async function appendCalls(append: Append, past: PastTraffic, { version, times, first, random }: Stretch): Promise<void> {
  const { now } = past;
  const compiled = compileFrozen(version.definition, version.behaviour);
  if (!compiled.ok) throw new Error(`Version ${version.versionId} cannot be compiled.`);
  const outage = outageOf(now);
  let pending: Promise<unknown>[] = [];
  let group: LoggedExecution[] = [];
  const send = async () => {
    if (group.length > 0) pending.push(append(group));
    group = [];
    if (pending.length < groupsAtOnce) return;
    await Promise.all(pending);
    pending = [];
  };
  for (const [index, started] of times.entries()) {
    const isOutage = started >= outage.from && started < outage.to;
    const moment = { started, daysAgo: (now - started) / dayMillis, isOutage };
    group.push(await execute(past, version, compiled.plan, moment, first + index, random));
    if (group.length === groupSize) await send();
  }
  await send();
  await Promise.all(pending);
}

async function execute(
  past: PastTraffic,
  version: PastVersion,
  plan: Plan,
  moment: Moment,
  number: number,
  random: Random,
): Promise<LoggedExecution> {
  const call = past.traffic.call(random, moment, number);
  const read = readInput(plan, call.input);
  if (!read.ok) throw new Error(`A call of the demo cannot be read: ${JSON.stringify(read.problems)}`);
  const effects: Effects = { ...past.effects, webCall: call.webCall, today: () => Math.floor(moment.started / dayMillis) };
  const execution = await evaluateWithEffects(plan, read.input, effects, never);
  return {
    executionId: newId(moment.started),
    versionId: version.versionId,
    solutionId: past.solutionId,
    organisationId: past.organisationId,
    keyId: past.keyId,
    callerId: past.callerId,
    correlationId: call.correlationId,
    rolloutId: "",
    arm: "",
    started: moment.started,
    durationMicros: call.durationMicros(),
    status: execution.status,
    record: encodeRecord(execution),
  };
}

/** No effect here waits for anything. */
const never = new AbortController().signal;
