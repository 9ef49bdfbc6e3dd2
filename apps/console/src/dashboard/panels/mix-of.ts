import { otherOutcomes } from "@airlock/contract/comparison-outcome";
import { outcomeKind } from "../../ui/outcome/outcome-colours.ts";
import { inOrder, outcomeColour, outcomeText } from "../../parts/outcome-mix/outcome-words.ts";

interface OutcomeCount {
  readonly outcome: string;
  readonly count: number;
}

export interface MixPart {
  readonly outcome: string;
  readonly name: string;
  readonly colour: string;
  readonly count: number;
  /** Of all outcomes. */
  readonly share: number;
}

const maxParts = 6;

/** Outcomes with their colours and shares, Approve first. Beyond the six most frequent they are one. */
export function mixOf(outcomes: readonly OutcomeCount[]): readonly MixPart[] {
  const total = outcomes.reduce((sum, { count }) => sum + count, 0);
  const named = outcomes.filter(({ outcome }) => outcome !== otherOutcomes).toSorted((one, other) => other.count - one.count);
  const kept = named.slice(0, maxParts);
  const rest = total - kept.reduce((sum, { count }) => sum + count, 0);
  let unknown = 0;
  return [...inOrder(kept), ...(rest > 0 ? [{ outcome: otherOutcomes, count: rest }] : [])].map(({ outcome, count }) => ({
    outcome,
    name: outcomeText(outcome),
    colour: colourOf(outcome, () => unknown++),
    count,
    share: total === 0 ? 0 : count / total,
  }));
}

/** Outcomes that not every reader knows never take the colour of one that they do. */
const unknownColours = [4, 5, 6].map((n) => `var(--al-chart-${n})`);
const paler = unknownColours.map((colour) => `color-mix(in srgb, ${colour} 55%, var(--al-card))`);

function colourOf(outcome: string, nextUnknown: () => number): string {
  if (outcome === otherOutcomes) return "var(--al-neutral)";
  if (outcomeKind(outcome) !== undefined) return outcomeColour(outcome, 0);
  return [...unknownColours, ...paler][nextUnknown()] ?? "var(--al-neutral)";
}
