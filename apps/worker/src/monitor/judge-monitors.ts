import type { MonitorPoint, MovedOutcome, OutcomeBaseline } from "@airlock/contract";
import { fittingSources, type CountedVersion } from "@airlock/backend/executions";
import type { Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Jobs } from "@airlock/platform/jobs";
import type { Postgres } from "@airlock/platform/postgres";
import { isEnough, judge, minWeeks, type Judged, type PastWeeks } from "./judge.ts";
import { addCounts, fixedMix, measureWindow, mixOf, type Measured, type OutcomeMix, type WindowCounts } from "./measure.ts";
import { firstMinutes, pastStarts, pastWeeks, readWindows, type CountedWindows, type WindowsQuery } from "./read-counts.ts";
import { readDrift } from "./read-drift.ts";
import { limitsOf } from "./transition.ts";
import { readMonitors, servedVersions, storeJudged, storeUnjudged, type DueMonitor } from "./store.ts";

export interface JudgeMonitorsParts {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly jobs: Pick<Jobs, "send">;
  readonly log: Log;
}

/** Executions reach ClickHouse some seconds after they ended: the newest window ends at the last whole minute before that. */
const arrivalMillis = 15_000;
/** Limit of versions per statement. */
const maxVersionsAtOnce = 500;

/** Evaluates these monitors of an organisation as of a time. Monitors with the same window share one statement. */
export async function judgeMonitors(parts: JudgeMonitorsParts, organisationId: string, ids: readonly string[], at: Date): Promise<void> {
  const tenant = { organisationId, userId: null };
  const { monitors, versions } = await parts.postgres.inOrganisation(tenant, async (tx) => {
    const found = await readMonitors(tx, ids);
    return { monitors: found, versions: await servedVersions(tx, [...new Set(found.map(({ solutionId }) => solutionId))]) };
  });
  for (const group of groupsOf(monitors)) {
    let judged: ReadonlyMap<string, Found>;
    try {
      judged = await judgeGroup(parts, organisationId, group, versions, at);
    } catch (error) {
      parts.log.warn({ err: error, organisationId, monitors: group.length }, "monitors could not be evaluated");
      const unjudged = group.map(({ id }) => id);
      await parts.postgres.inOrganisation(tenant, (tx) => storeUnjudged(tx, unjudged, at));
      continue;
    }
    for (const monitor of group) {
      const one = judged.get(monitor.id);
      if (one === undefined) continue;
      await parts.postgres.inOrganisation(tenant, (tx) => storeJudged({ tx, jobs: parts.jobs, organisationId }, monitor, one, at));
    }
  }
}

/** Grouped by window; monitors of drift are separate, because each prediction is read separately. */
function groupsOf(monitors: readonly DueMonitor[]): readonly (readonly DueMonitor[])[] {
  const keyOf = ({ id, measure, windowMinutes }: DueMonitor) => (measure.kind === "drift" ? id : windowMinutes);
  return [...Map.groupBy(monitors, keyOf).values()];
}

interface Found {
  readonly judged: Judged;
  /** For the outcome mix. */
  readonly moved: MovedOutcome | null;
  /** The chart of a monitor that is evaluated for the first time. */
  readonly earlier: readonly MonitorPoint[];
}

/** Number of earlier windows in the chart of a new monitor. */
const earlierWindows = 12;

type Versions = ReadonlyMap<string, readonly CountedVersion[]>;

async function judgeGroup(
  parts: JudgeMonitorsParts,
  organisationId: string,
  group: readonly DueMonitor[],
  versions: Versions,
  at: Date,
): Promise<ReadonlyMap<string, Found>> {
  const windowMinutes = group[0]?.windowMinutes ?? 0;
  const end = Math.floor((at.getTime() - arrivalMillis) / 60_000) * 60;
  const counted = group.filter(({ measure }) => measure.kind !== "drift");
  const unlike = counted.filter(({ rule }) => rule.kind === "unlike");
  const isWithPast = unlike.length > 0 || counted.some(({ measure }) => measure.kind === "outcomeMix" && measure.baseline === null);
  const own = new Set(counted.flatMap(({ solutionId }) => versions.get(solutionId) ?? []));
  const windows = await readAll(
    parts.clickhouse,
    {
      organisationId,
      end,
      windowMinutes,
      isWithPast,
      earlierWindows: counted.some(({ isNew }) => isNew) ? earlierWindows : 0,
    },
    [...own],
  );
  const needsFirst = unlike.filter(({ measure }) => measure.kind === "volume").flatMap(({ solutionId }) => versions.get(solutionId) ?? []);
  const versionIds = [...new Set(needsFirst.map(({ id }) => id))];
  const first =
    versionIds.length === 0 ? new Map<string, number>() : await firstMinutes(parts.clickhouse, { organisationId, versionIds, end });

  const found = new Map<string, Found>();
  for (const monitor of group) {
    const { measure, rule, minDecisions } = monitor;
    const by = { kind: measure.kind, rule, minDecisions, windowMinutes };
    if (measure.kind === "drift") {
      const drift = await readDrift(parts, organisationId, measure.predictionWss, at);
      found.set(monitor.id, { judged: judge(by, drift), moved: null, earlier: [] });
      continue;
    }
    const ofSolution = (versions.get(monitor.solutionId) ?? []).map(({ id }) => id);
    const countsAt = (start: number) => addCounts(ofSolution.flatMap((id) => windows.get(id)?.get(start) ?? []));
    const baseline = measure.kind === "outcomeMix" ? baselineOf(measure.baseline, countsAt, monitor, end) : undefined;
    const measured = (start: number) => measureWindow(measure, countsAt(start), windowMinutes, baseline);
    const since = Math.min(...ofSolution.map((id) => first.get(id) ?? Number.POSITIVE_INFINITY));
    const past = rule.kind === "unlike" ? pastOf(measured, monitor, end, since) : [];
    const earlier = monitor.isNew ? earlierPoints(measured, monitor, end) : [];
    const now = measured(end - windowMinutes * 60);
    const isWithoutBaseline = measure.kind === "outcomeMix" && baseline === undefined && isEnough(measure.kind, now, minDecisions);
    const judged: Judged = isWithoutBaseline
      ? { judgement: "noHistory", value: null, decisions: now.decisions, usual: null }
      : judge(by, now, past);
    found.set(monitor.id, { judged, moved: now.moved ?? null, earlier });
  }
  return found;
}

/** Without usual ranges, which were not computed for them: their points have only the limits of a threshold. */
function earlierPoints(
  measured: (start: number) => Measured,
  { rule, windowMinutes, minDecisions, measure }: DueMonitor,
  end: number,
): readonly MonitorPoint[] {
  return Array.from({ length: earlierWindows }, (_, index) => {
    const until = end - (earlierWindows - index) * windowMinutes * 60;
    const one = measured(until - windowMinutes * 60);
    const { judgement } = judge({ kind: measure.kind, rule, minDecisions, windowMinutes }, one);
    return { date: new Date(until * 1000).toISOString(), value: judgement === "tooFew" ? null : one.value, ...limitsOf(rule, null) };
  });
}

/** Windows of volume before the first execution are skipped: they say nothing about the usual volume. */
function pastOf(measured: (start: number) => Measured, { measure, windowMinutes }: DueMonitor, end: number, since: number): PastWeeks {
  return Array.from({ length: pastWeeks }, (_, index) =>
    pastStarts(end, windowMinutes, index + 1)
      .filter((start) => measure.kind !== "volume" || start >= since)
      .map(measured),
  );
}

/** The baseline of the outcome mix: fixed shares, or all decisions of the same hour of the last four weeks. */
function baselineOf(
  fixed: OutcomeBaseline | null,
  countsAt: (start: number) => WindowCounts,
  { windowMinutes, minDecisions }: DueMonitor,
  end: number,
): OutcomeMix | undefined {
  if (fixed !== null) return fixedMix(fixed);
  const weeks = Array.from({ length: pastWeeks }, (_, index) =>
    pastStarts(end, windowMinutes, index + 1)
      .map(countsAt)
      .filter(({ completed, failed }) => completed + failed > 0 && completed + failed >= minDecisions),
  ).filter((windows) => windows.length > 0);
  return weeks.length < minWeeks ? undefined : mixOf(addCounts(weeks.flat()).outcomes);
}

async function readAll(
  clickhouse: ClickHouse,
  query: Omit<WindowsQuery, "versionIds" | "sources">,
  versions: readonly CountedVersion[],
): Promise<CountedWindows> {
  const found = new Map<string, ReadonlyMap<number, ReturnType<typeof addCounts>>>();
  for (let from = 0; from < versions.length; from += maxVersionsAtOnce) {
    const some = versions.slice(from, from + maxVersionsAtOnce);
    const sources = fittingSources(new Map(some.flatMap(({ id, outcome }) => (outcome === undefined ? [] : [[id, outcome] as const]))));
    const windows = await readWindows(clickhouse, { ...query, versionIds: some.map(({ id }) => id), sources });
    for (const [id, counts] of windows) found.set(id, counts);
  }
  return found;
}
