/** A flow that set nothing has the empty outcome. */
export function outcomeText(outcome: string): string {
  return outcome === "" ? "missing" : outcome;
}

const usual: Readonly<Record<string, number>> = { approve: 3, approved: 3, refer: 1, referred: 1, decline: 2, declined: 2 };
const others = [4, 5, 6, 1, 3, 2];

/** Approve, refer and decline have a colour each wherever they stand; others take what is left, in their order. */
export function outcomeColour(outcome: string, place: number): string {
  const known = Object.hasOwn(usual, outcome.toLowerCase()) ? usual[outcome.toLowerCase()] : undefined;
  return `var(--al-chart-${known ?? others[place % others.length] ?? 4})`;
}

const order = ["approve", "approved", "refer", "referred", "decline", "declined"];

/** The usual three in their usual order, then the rest as they come. */
export function inOrder<Item extends { readonly outcome: string }>(items: readonly Item[]): readonly Item[] {
  const rank = ({ outcome }: Item) => {
    const place = order.indexOf(outcome.toLowerCase());
    return place === -1 ? order.length : place;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}
