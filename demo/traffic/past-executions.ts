import { encodeExecution, encodeGroup, executionSubject, groupMessageId, type LoggedExecution } from "@airlock/contract";
import { compileFrozen, encodeRecord, evaluateWithEffects, readInput, type Effects, type Plan } from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import { newId, publishDurable, type Nats } from "@airlock/platform";
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
  /** Days ago. */
  readonly liveFrom: number;
}

export interface PastTraffic {
  readonly organisationId: string;
  readonly solutionId: string;
  readonly keyId: string;
  readonly callerId: string;
  /** Oldest first: each was live until the next one. */
  readonly versions: readonly PastVersion[];
  readonly traffic: DemoTraffic;
  /** What the flow uses besides web calls. */
  readonly effects: Pick<Effects, "predict" | "list">;
  readonly count: number;
  readonly seed: number;
}

/** Two hours, on the last working day that is at least three days ago, in which the credit bureau hardly answered. */
export function outageOf(now: number): Span {
  const midnight = Math.floor(now / dayMillis) * dayMillis;
  const day = [3, 4, 5].map((daysAgo) => midnight - daysAgo * dayMillis).find((at) => ![0, 6].includes(new Date(at).getUTCDay()));
  const from = (day ?? midnight) + 13 * 3_600_000;
  return { from, to: from + 2 * 3_600_000 };
}

/** In a message of the log; far below its limit of bytes. */
const groupSize = 500;
const groupsAtOnce = 8;

/**
 * Evaluates calls of the last 30 days with the engine and the frozen versions, and appends them to the execution log as a runtime does, with earlier
 * times. The worker stores them like any others. Returns how many there are.
 */
export async function publishPast(nats: Nats, past: PastTraffic, now: number): Promise<number> {
  const random = createRandom(past.seed);
  const spans = past.versions.map(({ liveFrom }, at) => ({
    from: now - liveFrom * dayMillis,
    to: now - (past.versions[at + 1]?.liveFrom ?? 0) * dayMillis,
  }));
  const whole = { from: now - demoDays * dayMillis, to: now };
  const all = weightOf(past.traffic.rhythm, whole);
  let number = 0;
  for (const [at, version] of past.versions.entries()) {
    const span = spans[at] ?? whole;
    const isLast = at === past.versions.length - 1;
    const count = isLast ? past.count - number : Math.round((past.count * weightOf(past.traffic.rhythm, span)) / all);
    const times = timesOf(past.traffic.rhythm, count, span, random);
    number = await publishVersion(nats, past, { version, times, first: number, now, random });
  }
  return number;
}

interface Stretch {
  readonly version: PastVersion;
  readonly times: readonly number[];
  /** The number of the first call. */
  readonly first: number;
  readonly now: number;
  readonly random: Random;
}

async function publishVersion(nats: Nats, past: PastTraffic, { version, times, first, now, random }: Stretch): Promise<number> {
  const compiled = compileFrozen(version.definition, version.behaviour);
  if (!compiled.ok) throw new Error(`Version ${version.versionId} cannot be compiled.`);
  const outage = outageOf(now);
  let pending: Promise<unknown>[] = [];
  let group: LoggedExecution[] = [];
  const send = async () => {
    const [head] = group;
    if (head === undefined) return;
    const payload = encodeGroup(group.map(encodeExecution));
    const messageId = groupMessageId(head.executionId, group.length);
    pending.push(publishDurable(nats, { subject: executionSubject(version.versionId), payload, messageId }, 20_000));
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
  return first + times.length;
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
