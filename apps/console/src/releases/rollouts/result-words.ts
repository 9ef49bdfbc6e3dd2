import { formatFixed, formatNumber } from "@airlock/flow/locale";
import type { MeasuredDifference, Rate, RolloutFields, RolloutResultFields } from "@airlock/contract";
import { outcomeText } from "../../parts/outcome-mix/outcome-words.ts";
import { counted } from "../../ui/format/numbers.ts";

/** Small rates need two digits to differ: '2.49%', '71.2%'. */
export function rateText(value: number): string {
  const points = value * 100;
  return `${formatFixed(points, points !== 0 && points < 10 ? 2 : points === 0 || points === 100 ? 0 : 1)}%`;
}

/** Percentage points with their sign: '-0.36', '+1.8'. */
export function pointsText(difference: number): string {
  const points = difference * 100;
  const decimals = Math.abs(points) < 1 ? 2 : 1;
  if (Number(points.toFixed(decimals)) === 0) return "0";
  return `${points > 0 ? "+" : ""}${formatFixed(points, decimals)}`;
}

export function pText(p: number): string {
  return p < 0.001 ? `p < ${formatNumber(0.001)}` : `p = ${formatFixed(p, p < 0.01 ? 3 : 2)}`;
}

export function measureName({ measure, outcome }: Pick<MeasuredDifference, "measure" | "outcome">): string {
  return measure === "failed" ? "Failed" : outcomeText(outcome);
}

/** The difference that the verdict is about. */
export function primaryDifference({ differences, primary }: RolloutResultFields): MeasuredDifference | undefined {
  const isKnown = differences.some(({ measure }) => measure === "knownOutcome");
  return differences.find(({ measure, outcome }) => (isKnown ? measure === "knownOutcome" : measure === "outcome" && outcome === primary));
}

/** What an arm has of a measure. */
export function rateIn(results: RolloutResultFields, arm: "champion" | "challenger", of: MeasuredDifference): Rate | undefined {
  const found = results.arms.find((one) => one.arm === arm);
  if (found === undefined) return undefined;
  if (of.measure === "failed") return found.failed;
  if (of.measure === "knownOutcome") return found.knownOutcome ?? undefined;
  return found.outcomes.find(({ outcome }) => outcome === of.outcome)?.rate;
}

interface Verdict {
  readonly isSignificant: boolean;
  readonly title: string;
  readonly text: string;
  /** Of the primary measure, in both arms. */
  readonly observed: number;
}

export function verdictOf(results: RolloutResultFields, rollout: Pick<RolloutFields, "status" | "versionName">): Verdict {
  const { daysToGo } = results;
  const { versionName } = rollout;
  const difference = primaryDifference(results);
  const [champion, challenger] =
    difference === undefined ? [] : [rateIn(results, "champion", difference), rateIn(results, "challenger", difference)];
  const observed = (champion?.of ?? 0) + (challenger?.of ?? 0);
  if (difference === undefined || champion === undefined || challenger === undefined || champion.of === 0 || challenger.of === 0) {
    const isKnown = difference?.measure === "knownOutcome";
    return {
      isSignificant: false,
      title: isKnown ? "No known outcomes yet" : "No decisions to compare yet",
      text: isKnown ? "They are read from the datasource as rows are added to it." : "Both versions need decisions first.",
      observed,
    };
  }
  const name = measureName(difference);
  const isLower = difference.difference < 0;
  const points = `${pointsText(difference.difference)} points`;
  if (difference.isSignificant) {
    return {
      isSignificant: true,
      title: `Significant: ${name} is ${isLower ? "lower" : "higher"} with ${versionName}`,
      text: `${rateText(challenger.value)} instead of ${rateText(champion.value)}, ${points} (${pText(difference.p)}).`,
      observed,
    };
  }
  const isRunning = rollout.status === "running";
  const days = isRunning && daysToGo !== null && daysToGo > 0 ? `, about ${counted(Math.ceil(daysToGo), "day")} to go` : "";
  return {
    isSignificant: false,
    title: isRunning ? `Not significant yet${days}` : "Not significant",
    text:
      difference.difference === 0
        ? `${name} is the same with both versions so far.`
        : `${name} looks ${isLower ? "lower" : "higher"} with ${versionName}, ${points}, but this could be chance (${pText(difference.p)}).`,
    observed,
  };
}
