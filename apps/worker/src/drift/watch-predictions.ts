import { setTimeout as waitFor } from "node:timers/promises";
import type { Log } from "@airlock/platform";
import { settleMillis } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { keepings, liveModels, predictionsGone, type LiveModel } from "../across-organisations.ts";
import type { Postgres } from "@airlock/platform/postgres";
import { eachOrganisation } from "../each-organisation.ts";
import { repeatTask } from "../repeat-task.ts";
import { countHour } from "./count-hour.ts";
import { dueHours, markedSince, maxDue, type DueHour } from "./due-hours.ts";
import { createForgetPrediction } from "./forget-prediction.ts";
import { judgePrediction, type JudgeParts } from "./judge-prediction.ts";
import { loadVersion } from "./live-version.ts";

export interface WatchParts extends JudgeParts {
  readonly postgres: Postgres;
  /** With a long statement timeout. */
  readonly clickhouse: ClickHouse;
  readonly log: Log;
}

const intervalSeconds = 4;
/** Pause per replayed execution. Replaying takes about a quarter of it, so the sink and the jobs keep most of the processor. */
const restMillisEach = 0.06;
const maxRestMillis = 300_000;
/** A mark becomes visible when its insert ends, with the time at which it began: each pass overlaps the previous one by this much. */
const overlapMillis = 5 * settleMillis;
/** Interval of a full pass, which does not rely on marks. */
const everythingMillis = 3_600_000;
/** Limit of versions per statement. */
const atOnce = 500;
/** Limit of batches of due hours per pass, so that it ends even if an hour cannot be counted. */
const maxTurns = 100;
const daySeconds = 86_400;

/** Counts live decisions of every model and compares them with training, until the process stops. One worker does this at a time. */
export function watchPredictions(parts: WatchParts): { readonly stop: () => Promise<void> } {
  const look = createLook(parts);
  return repeatTask({
    name: "watch predictions",
    intervalSeconds,
    restMillis: 1_000,
    postgres: parts.postgres,
    log: parts.log,
    work: async (signal) => {
      const executions = await look(signal);
      await waitFor(Math.min(maxRestMillis, executions * restMillisEach), undefined, { signal }).catch(() => undefined);
    },
  });
}

/** One pass over everything since the previous one. Returns the number of replayed executions. */
function createLook(parts: WatchParts): (signal: AbortSignal) => Promise<number> {
  const { postgres, clickhouse } = parts;
  const forget = createForgetPrediction(clickhouse);
  let [since, wholeAt] = [0, 0];
  /** The settings of the previous pass. */
  let known: ReadonlySet<string> = new Set();
  const failing = new Set<string>();

  return async (signal) => {
    const pins = await liveModels(postgres);
    if (pins.length === 0) return 0;
    const { versions, now } = await markedSince(clickhouse, since);
    const wanted = pins.filter((pin) => since === 0 || versions.has(pin.versionId) || !known.has(settingOf(pin)));
    const kept = new Map((await keepings(postgres)).map(({ organisationId, days }) => [organisationId, days]));
    let counted = 0;
    await eachOrganisation({
      items: wanted,
      work: async (organisationId, own) => {
        const days = kept.get(organisationId);
        // Executions are dropped in whole days.
        const keptFrom = days === undefined ? 0 : Math.floor(now / 1000 / daySeconds - days) * daySeconds;
        counted += await countOrganisation(organisationId, own, keptFrom, signal);
        if (signal.aborted) return;
        for (const predictionId of new Set(own.map((pin) => pin.predictionId))) await judgePrediction(parts, organisationId, predictionId);
      },
      failing,
      failure: "the live decisions of an organisation's models could not be counted and will be tried again",
      log: parts.log,
      signal,
    });
    if (signal.aborted) return counted;
    if (since === 0) wholeAt = now;
    since = now - wholeAt > everythingMillis ? 0 : now - overlapMillis;
    // The next pass tries organisations that failed again, whatever is marked.
    known = new Set(pins.filter(({ organisationId }) => !failing.has(organisationId)).map(settingOf));
    return counted;
  };

  async function countOrganisation(
    organisationId: string,
    pins: readonly LiveModel[],
    keptFrom: number,
    signal: AbortSignal,
  ): Promise<number> {
    const byVersion = Map.groupBy(pins, ({ versionId }) => versionId);
    const ids = [...byVersion.keys()];
    let counted = 0;
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = ids.slice(from, from + atOnce).flatMap((id) => byVersion.get(id) ?? []);
      for (let turn = 0; turn < maxTurns; turn += 1) {
        const due = await dueHours(clickhouse, organisationId, some, { keptFrom });
        for (const [versionId, hours] of Map.groupBy(due, (one) => one.versionId)) {
          counted += await countVersion(organisationId, versionId, byVersion.get(versionId) ?? [], hours, signal);
        }
        if (signal.aborted || due.length < maxDue) break;
      }
    }
    return counted;
  }

  async function countVersion(
    organisationId: string,
    versionId: string,
    pins: readonly LiveModel[],
    hours: readonly DueHour[],
    signal: AbortSignal,
  ): Promise<number> {
    const version = await postgres.inOrganisation({ organisationId, userId: null }, (tx) => loadVersion(tx, versionId, pins));
    if (version === undefined) return 0;
    let counted = 0;
    for (const { hour } of hours) {
      if (!signal.aborted) counted += await countHour(clickhouse, organisationId, version, hour);
    }
    await forgetGone(organisationId, pins);
    return counted;
  }

  /** A prediction may be deleted while it is counted: removes counts that were written after its removal job. */
  async function forgetGone(organisationId: string, pins: readonly LiveModel[]): Promise<void> {
    for (const predictionId of await predictionsGone(postgres, [...new Set(pins.map((pin) => pin.predictionId))])) {
      await forget({ organisationId, predictionId });
    }
  }
}

function settingOf({ versionId, predictionId, number, outcomes }: LiveModel): string {
  return `${versionId} ${predictionId} ${number} ${outcomes}`;
}
