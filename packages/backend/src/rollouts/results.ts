import { arms, type Arm, type ArmResult, type MeasuredDifference, type Rate, type RolloutResultFields } from "@airlock/contract";
import { noCounts, type CountedBucket, type KnownBucket } from "./arm-counts.ts";
import { neededObservations, newcombe, shareOf, significance, twoProportionTest, wilson, type Proportion } from "./statistics.ts";

export interface Counted {
  readonly solutionId: string;
  readonly versions: Readonly<Record<Arm, { readonly id: string; readonly name: string }>>;
  readonly buckets: readonly CountedBucket[];
  /** Undefined without a datasource of known outcomes. */
  readonly known: { readonly name: string; readonly buckets: readonly KnownBucket[] } | undefined;
  readonly beganMillis: number;
  /** Now, or when it ended. */
  readonly untilMillis: number;
}

/** The table shows this number of outcomes, the most frequent ones. */
const maxOutcomes = 20;

function rateOf(proportion: Proportion): Rate {
  const { count, of } = proportion;
  return { count, of, value: shareOf(proportion), ...wilson(proportion) };
}

/** The results page of a split or a ramp, from the counts. */
export function resultsOf({ solutionId, versions, buckets, known, beganMillis, untilMillis }: Counted): RolloutResultFields {
  const total = (arm: Arm) => buckets.find((bucket) => bucket.arm === arm && bucket.at === undefined) ?? noCounts;
  const knownOf = (arm: Arm, from: readonly KnownBucket[] = known?.buckets ?? []): Proportion =>
    sumOf(from.filter((one) => one.arm === arm));
  const outcomes = byFrequency(arms.map((arm) => total(arm).outcomes));
  const outcomeOf = (arm: Arm, outcome: string): Proportion => ({
    count: total(arm).outcomes.get(outcome) ?? 0,
    of: total(arm).executions,
  });
  const failedOf = (arm: Arm): Proportion => ({ count: total(arm).failed, of: total(arm).executions });
  const [primaryOutcome = ""] = outcomes;
  const primaryOf = (arm: Arm): Proportion => (known === undefined ? outcomeOf(arm, primaryOutcome) : knownOf(arm));
  const needed = neededObservations(primaryOf("challenger"), primaryOf("champion")) ?? null;
  return {
    solutionWss: solutionId,
    arms: arms.map((arm): ArmResult => ({
      arm,
      versionWss: versions[arm].id,
      versionName: versions[arm].name,
      executions: total(arm).executions,
      failed: rateOf(failedOf(arm)),
      p99Millis: total(arm).p99Millis,
      outcomes: outcomes.map((outcome) => ({ outcome, rate: rateOf(outcomeOf(arm, outcome)) })),
      knownOutcome: known === undefined ? null : rateOf(knownOf(arm)),
    })),
    differences: [
      ...(known === undefined ? [] : [differenceOf("knownOutcome", known.name, knownOf)]),
      differenceOf("failed", "", failedOf),
      ...outcomes.map((outcome) => differenceOf("outcome", outcome, (arm) => outcomeOf(arm, outcome))),
    ],
    needed,
    daysToGo: daysToGo(needed, primaryOf("champion").of + primaryOf("challenger").of, untilMillis - beganMillis),
    primary: known?.name ?? primaryOutcome,
    points: cumulative(known === undefined ? buckets.flatMap((bucket) => outcomePoint(bucket, primaryOutcome)) : known.buckets),
  };
}

function differenceOf(measure: MeasuredDifference["measure"], outcome: string, of: (arm: Arm) => Proportion): MeasuredDifference {
  const [challenger, champion] = [of("challenger"), of("champion")];
  const p = twoProportionTest(challenger, champion);
  return { measure, outcome, ...newcombe(challenger, champion), p, isSignificant: p < significance };
}

function sumOf(parts: readonly Proportion[]): Proportion {
  return parts.reduce<Proportion>((sum, { count, of }) => ({ count: sum.count + count, of: sum.of + of }), { count: 0, of: 0 });
}

function byFrequency(counted: readonly ReadonlyMap<string, number>[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const outcomes of counted) for (const [outcome, count] of outcomes) sums.set(outcome, (sums.get(outcome) ?? 0) + count);
  return [...sums]
    .toSorted(([name, count], [otherName, other]) => other - count || (name < otherName ? -1 : 1))
    .slice(0, maxOutcomes)
    .map(([outcome]) => outcome);
}

function outcomePoint({ arm, at, executions, outcomes }: CountedBucket, outcome: string): readonly KnownBucket[] {
  return at === undefined ? [] : [{ arm, at, of: executions, count: outcomes.get(outcome) ?? 0 }];
}

function cumulative(buckets: readonly KnownBucket[]): RolloutResultFields["points"] {
  let sums: Readonly<Record<Arm, Proportion>> = { champion: { count: 0, of: 0 }, challenger: { count: 0, of: 0 } };
  const points: RolloutResultFields["points"] = [];
  for (const [at, own] of [...Map.groupBy(buckets, (bucket) => bucket.at)].toSorted(([one], [other]) => one - other)) {
    const plus = (arm: Arm): Proportion => sumOf([sums[arm], ...own.filter((bucket) => bucket.arm === arm)]);
    sums = { champion: plus("champion"), challenger: plus("challenger") };
    points.push({ date: new Date(at).toISOString(), champion: rateOf(sums.champion), challenger: rateOf(sums.challenger) });
  }
  return points;
}

const dayMillis = 86_400_000;

function daysToGo(needed: number | null, observed: number, elapsedMillis: number): number | null {
  if (needed === null || observed === 0 || elapsedMillis <= 0) return null;
  return (Math.max(0, needed - observed) / observed) * (elapsedMillis / dayMillis);
}
