import { createHash } from "node:crypto";
import type { ModelWarning, PredictionAnalytics } from "@airlock/contract";
import type { EventFeatures } from "@airlock/model";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { CannotTrain } from "../training/cannot-train.ts";
import { eventRows, isWhat, knownBefore, type EventSource } from "./event-rows.ts";

/** The most frequent kinds of events have features of their own; all others count as one kind. */
const maxKinds = 16;
/** Longer texts are not kinds. */
const longestKind = 200;

export interface Events {
  /** SQL, see `eventRows`. */
  readonly rows: string;
  readonly first: number;
  readonly end: number;
  readonly persons: number;
  readonly warnings: readonly ModelWarning[];
  /** Hash of everything that the training reads: an equal hash means an equal model. */
  readonly hash: string;
}

interface Counted {
  readonly all: number;
  readonly withoutPerson: number;
  readonly timeless: number;
  readonly future: number;
  readonly known: number;
  readonly first: number;
  readonly last: number;
  readonly persons: number;
  readonly targets: number;
  readonly amounts: number;
  readonly eventsHash: string;
}

/** Describes the events known at a moment, or throws why nothing can be learned from them. */
export async function lookAtEvents(
  clickhouse: ClickHouse,
  source: EventSource,
  analytics: PredictionAnalytics,
  asOf: Date,
): Promise<Events> {
  const rows = eventRows(source, analytics);
  const now = asOf.getTime();
  const known = knownBefore(now);
  const [counted] = await clickhouse.query<Counted>(
    `SELECT count() AS all, countIf(person = '') AS withoutPerson, countIf(isNull(at)) AS timeless, countIf(ifNull(at >= ${now}, 0)) AS future,
       countIf(${known}) AS known, ifNull(minIf(at, ${known}), 0) AS first, ifNull(maxIf(at, ${known}), 0) AS last,
       uniqExactIf(hash, ${known}) AS persons, countIf(${known} AND ${isWhat(analytics.target)}) AS targets,
       countIf(${known} AND isAmount) AS amounts, toString(groupBitXor(if(${known}, sipHash64(person, at, what, isAmount, amount), 0))) AS eventsHash
     FROM ${rows}`,
  );
  if (counted === undefined || counted.all === 0) throw new CannotTrain(`The datasource ${source.name} has no events.`);
  const { all, known: usable, timeless, withoutPerson, targets, amounts } = counted;
  if (withoutPerson === all) throw new CannotTrain(`No event of ${source.name} says whose it is.`);
  if (timeless === all) throw new CannotTrain(`No event of ${source.name} has a time that can be read.`);
  if (usable === 0) throw new CannotTrain(`No event of ${source.name} has a person and a time that is over.`);
  if (targets === 0) throw new CannotTrain(`No person ever did "${analytics.target}". Choose another event to predict.`);
  if (analytics.amountColumn !== null && amounts === 0) {
    throw new CannotTrain("No event has an amount that is a number. Choose another column for how much it was, or none.");
  }
  const end = counted.last + 1;
  const written = JSON.stringify([counted.eventsHash, usable, end, analytics]);
  return {
    rows,
    first: counted.first,
    end,
    persons: counted.persons,
    warnings: warningsOf(counted, analytics),
    hash: createHash("sha256").update(written).digest("hex"),
  };
}

function warningsOf(
  { all, withoutPerson, timeless, future, known, amounts }: Counted,
  { amountColumn }: PredictionAnalytics,
): ModelWarning[] {
  const warning = (count: number, what: string): ModelWarning[] =>
    count === 0 ? [] : [{ code: "ROWS_LEFT_OUT", column: "", message: `${count} of ${all} events ${what}.` }];
  return [
    ...warning(withoutPerson, "do not say whose they are, and were left out"),
    ...warning(timeless, "have no time that can be read, and were left out"),
    ...warning(future, "are in the future, and were skipped"),
    ...(amountColumn === null ? [] : warning(known - amounts, "have no amount that is a number; they count, and add nothing to sums")),
  ];
}

/**
 * The kinds that a model distinguishes: the target, and the most frequent ones before the last cut-off, so that later events do not influence the
 * choice.
 */
export async function featuresFrom(
  clickhouse: ClickHouse,
  { rows }: Pick<Events, "rows">,
  { target, windows, amountColumn }: PredictionAnalytics,
  latest: number,
): Promise<EventFeatures> {
  const found = await clickhouse.query<{ readonly what: string }>(
    `SELECT what FROM ${rows} WHERE ${knownBefore(latest)} AND not (${isWhat(target)}) AND length(what) <= ${longestKind}
     GROUP BY what ORDER BY count() DESC, what LIMIT ${maxKinds - 1}`,
  );
  return { windows, kinds: [target, ...found.map(({ what }) => what)], hasAmount: amountColumn !== null };
}
