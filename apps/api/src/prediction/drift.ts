import type { DriftColumn, DriftDay, ModelColumn, ModelReport } from "@airlock/contract";
import { driftOf, type Distribution } from "@airlock/model";
import type { LiveColumn } from "@airlock/backend/executions";

/** A column of a model, or its score, with its distribution in training. */
interface Known {
  readonly place: number;
  readonly of: "column" | "score";
  readonly column: string;
  readonly kind: "number" | "category";
  readonly training: Distribution;
  readonly labels: readonly string[];
}

type Reported = Pick<ModelReport, "columns" | "scores">;

/** In the order of the model's columns, the score last. */
function knownOf({ columns, scores }: Reported): readonly Known[] {
  const known = columns.map((column, place): Known => {
    const { name, kind, distribution } = column;
    return { place, of: "column", column: name, kind, training: distribution, labels: labelsOf(column) };
  });
  if (scores === null) return known;
  return [...known, { place: -1, of: "score", column: "score", kind: "number", training: scores, labels: betweenBounds(scores.bounds) }];
}

export interface ComparedDays {
  readonly days: DriftDay[];
  readonly columns: DriftColumn[];
}

/** Live counts compared with training: by day, and in total. */
export function compareDays(report: Reported, live: readonly LiveColumn[]): ComparedDays {
  const known = knownOf(report);
  const byPlace = new Map(known.map((one) => [one.place, one]));
  const days = live.flatMap((counts): DriftDay[] => {
    const one = byPlace.get(counts.place);
    if (one === undefined) return [];
    return [{ day: counts.day, of: one.of, column: one.column, ...driftOf(one.training, distributionOf(one, [counts])) }];
  });
  const columns = known.map((one): DriftColumn => {
    const all = distributionOf(
      one,
      live.filter(({ place }) => place === one.place),
    );
    return { of: one.of, column: one.column, kind: one.kind, ...driftOf(one.training, all), bins: sharesOf(one, all) };
  });
  return { days, columns };
}

function distributionOf({ training }: Known, counts: readonly LiveColumn[]): Distribution {
  const sum = (of: (one: LiveColumn) => number): number => counts.reduce((all, one) => all + of(one), 0);
  return {
    rows: sum(({ rows }) => rows),
    missing: sum(({ missing }) => missing),
    unseen: sum(({ unseen }) => unseen),
    bounds: training.bounds,
    bins: training.bins.map((_, bin) => sum(({ bins }) => bins[bin] ?? 0)),
  };
}

function sharesOf({ training, labels, kind }: Known, live: Distribution): DriftColumn["bins"] {
  const share = (count: number, { rows }: Distribution): number => (rows === 0 ? 0 : count / rows);
  const bin = (label: string, before: number, now: number) => ({ label, training: share(before, training), live: share(now, live) });
  return [
    ...training.bins.map((count, at) => bin(labels[at] ?? "Others", count, live.bins[at] ?? 0)),
    bin("Missing", training.missing, live.missing),
    ...(kind === "category" ? [bin("Not seen in training", training.unseen, live.unseen)] : []),
  ];
}

/** Labels of a column's bins; with more categories than bins, the last one is all others. */
function labelsOf({ kind, values, valuesCount, bands, distribution }: ModelColumn): readonly string[] {
  const { bins, bounds } = distribution;
  if (kind === "category") return values.slice(0, valuesCount > bins.length ? bins.length - 1 : bins.length);
  if (bands.length === 0) return betweenBounds(bounds);
  // Bins of bands: each contains the bands from one bound to the next.
  const edges = bounds.flatMap((band) => bands[Math.ceil(band) - 1] ?? []);
  return betweenBounds(edges);
}

function betweenBounds(bounds: readonly number[]): readonly string[] {
  const [first, last] = [bounds[0], bounds.at(-1)];
  if (first === undefined || last === undefined) return ["All"];
  const between = bounds.slice(1).map((bound, at) => `${shown(bounds[at] ?? bound)} to ${shown(bound)}`);
  return [`Below ${shown(first)}`, ...between, `From ${shown(last)}`];
}

function shown(bound: number): string {
  return String(Number(bound.toPrecision(6)));
}
