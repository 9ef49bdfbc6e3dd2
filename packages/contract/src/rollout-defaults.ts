// Apart from the schemas, so that the console can load it without them.

/** The live version and the other one. */
export const arms = ["champion", "challenger"] as const;
export type Arm = (typeof arms)[number];

export const guardMeasures = ["failedShare", "p99Millis", "outcomeMix", "volume", "drift"] as const;
export type GuardMeasure = (typeof guardMeasures)[number];

/** What a guard is called in the console, in mails and in the reason of a rollback. */
export const guardTitles: Readonly<Record<GuardMeasure, string>> = {
  failedShare: "Failed share",
  p99Millis: "99th percentile",
  outcomeMix: "Outcome mix",
  volume: "Volume",
  drift: "Outcome drift",
};

/** How many times its length a step waits for the smallest numbers of decisions of its guards. */
export const maxStepLengths = 3;

export interface RampDefaults {
  readonly steps: readonly { readonly share: number; readonly minutes: number }[];
  readonly guards: readonly { readonly measure: GuardMeasure; readonly limit: number; readonly minimum: number }[];
}

const shares = [1, 10, 50, 100] as const;
const day = 24 * 60;
/** Round lengths of a step, in minutes. */
const lengths = [30, 60, 2 * 60, 4 * 60, 8 * 60, 12 * 60, day, 2 * day, 3 * day, 7 * day] as const;
const longest = 7 * day;

/** The smallest number of decisions that the guards judge by: the more there are, the narrower the guards can be. */
function minimumOf(perDay: number): number {
  if (perDay >= 100_000) return 500;
  if (perDay >= 10_000) return 200;
  return perDay >= 1_000 ? 100 : 50;
}

function upTo(value: number, unit: number): number {
  return Math.ceil(value / unit - 1e-9) * unit;
}

/**
 * The defaults of a new ramp by the solution's decisions per day: small volumes get longer steps and wider guards. Steps whose share would
 * not bring enough decisions within a week are left out. Limits are three standard errors at the smallest number of decisions:
 * of a proportion of one half for the outcome mix, of 1% failures for the failed share, and twice that for the volume, because callers who
 * stay in one arm are not independent.
 */
export function defaultRamp(perDay: number): RampDefaults {
  const minimum = minimumOf(perDay);
  const minutesFor = (share: number): number => (perDay <= 0 ? Infinity : (minimum / (perDay * (share / 100))) * day);
  const reachable = shares.filter((share) => minutesFor(share) <= longest);
  const used = reachable.length === 0 ? ([50, 100] as const) : reachable;
  const error = 3 / Math.sqrt(minimum);
  return {
    steps: used.map((share) => ({ share, minutes: lengths.find((length) => length >= minutesFor(share)) ?? longest })),
    guards: [
      { measure: "failedShare", limit: upTo(1 + 100 * error * Math.sqrt(0.01 * 0.99), 0.5), minimum },
      { measure: "p99Millis", limit: minimum >= 500 ? 1_000 : minimum >= 200 ? 1_500 : minimum >= 100 ? 2_000 : 3_000, minimum },
      { measure: "outcomeMix", limit: upTo(100 * error * 0.5, 1), minimum },
      { measure: "volume", limit: upTo(2 * 100 * error, 5), minimum },
      { measure: "drift", limit: minimum >= 200 ? 0.25 : minimum >= 100 ? 0.35 : 0.5, minimum },
    ],
  };
}
