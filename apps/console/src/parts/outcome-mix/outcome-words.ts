import { notDecided } from "@airlock/contract/comparison-outcome";
import { outcomeColours } from "../../ui/outcome/outcome-colours.ts";

/** A flow that set nothing has the empty outcome. */
export function outcomeText(outcome: string): string {
  return outcome === "" ? "missing" : outcome;
}

const others = [4, 5, 6, 1, 3, 2];

/** Approve, refer and decline have a colour each on every page, and what was not decided is grey; others take what is left, in their order. */
export function outcomeColour(outcome: string, place: number): string {
  if (outcome === notDecided) return "var(--al-neutral)";
  const known = outcomeColours.find(({ words }) => words.test(outcome))?.token;
  return `var(${known ?? `--al-chart-${others[place % others.length] ?? 4}`})`;
}

/** The usual three in their usual order, then the rest as they come, and last what was not decided. */
export function inOrder<Item extends { readonly outcome: string }>(items: readonly Item[]): readonly Item[] {
  const rank = ({ outcome }: Item) => {
    if (outcome === notDecided) return outcomeColours.length + 1;
    const place = outcomeColours.findIndex(({ words }) => words.test(outcome));
    return place === -1 ? outcomeColours.length : place;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}
