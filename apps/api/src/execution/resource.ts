import {
  linksOf,
  type ExecutionStep,
  type Counted,
  type List,
  type Link,
  type PastExecutionFields,
  type Resource,
  type TracedExecutionFields,
} from "@airlock/contract";
import { expandRecord, RecordMismatch, type ExpandedExecution } from "@airlock/engine";
import type { Actor } from "../identity/actor.ts";
import type { Caller } from "./caller.ts";
import type { ServedVersion } from "./served-versions.ts";
import { stepsOf } from "./steps.ts";
import type { ExecutionRow } from "./store.ts";

const nothing: Omit<ExpandedExecution, "status"> = {
  applicationData: {},
  runtimeData: {},
  reasonCodes: [],
  linksTaken: [],
  error: undefined,
  executionEvents: [],
  failedCalls: [],
};

/** The execution itself is shown even if its execution record was erased or cannot be read. */
function expand(row: ExecutionRow, { plan }: ServedVersion): ExpandedExecution {
  if (row.erased > 0) return { status: row.status, ...nothing };
  try {
    return expandRecord(plan, row.record);
  } catch (error) {
    if (error instanceof RecordMismatch) return { status: row.status, ...nothing };
    throw error;
  }
}

function explainedSteps(row: ExecutionRow, { plan }: ServedVersion): ExecutionStep[] {
  if (row.erased > 0) return [];
  try {
    return stepsOf(plan, row.record);
  } catch (error) {
    if (error instanceof RecordMismatch) return [];
    throw error;
  }
}

function fieldsOf(row: ExecutionRow, version: ServedVersion, expanded: ExpandedExecution): PastExecutionFields {
  const { applicationData, runtimeData, reasonCodes, error } = expanded;
  return {
    webSafeString: row.id,
    versionWss: version.id,
    versionName: version.name,
    solutionWss: version.solutionId,
    solutionName: version.solutionName,
    started: new Date(row.started / 1000).toISOString(),
    durationMillis: row.duration_us / 1000,
    status: row.status,
    applicationData,
    runtimeData,
    reasonCodes: [...reasonCodes],
    keyWss: row.key,
    ...(row.caller === "" ? {} : { callerWss: row.caller }),
    ...(row.correlation === "" ? {} : { correlationId: row.correlation }),
    ...(row.rollout_id === "" ? {} : { rolloutWss: row.rollout_id }),
    ...(row.arm === "" ? {} : { arm: row.arm }),
    ...(error === undefined ? {} : { error }),
    ...(row.erased === 0 ? {} : { erasedDate: new Date(row.erased * 1000).toISOString() }),
  };
}

export function executionResource(actor: Actor, row: ExecutionRow, version: ServedVersion): Resource<PastExecutionFields> {
  const expanded = expand(row, version);
  return {
    _embedded: fieldsOf(row, version, expanded),
    _links: linksOf("execution", {}, { executionId: row.id }, actor.permissions),
  };
}

export function tracedExecutionResource(
  actor: Actor,
  row: ExecutionRow,
  version: ServedVersion,
  caller: Caller,
): Resource<TracedExecutionFields> {
  const expanded = expand(row, version);
  return {
    _embedded: {
      ...fieldsOf(row, version, expanded),
      ...caller,
      ended: new Date((row.started + row.duration_us) / 1000).toISOString(),
      linksTaken: [...expanded.linksTaken],
      steps: explainedSteps(row, version),
      executionEvents: expanded.executionEvents.map(({ id, action, eventType, runtimeData }) => ({ id, action, eventType, runtimeData })),
      definition: version.definition,
    },
    _links: linksOf("execution", {}, { executionId: row.id }, actor.permissions),
  };
}

export function executionList(
  items: readonly Resource<PastExecutionFields>[],
  counted: Counted,
  self: Link | undefined,
  next: string | undefined,
): List<PastExecutionFields> {
  if (self === undefined) return { items, _embedded: counted, _links: {} };
  return {
    items,
    _embedded: counted,
    _links: { self, ...(next === undefined ? {} : { next: { href: `${self.href}?${next}`, allow: ["GET"] } }) },
  };
}
