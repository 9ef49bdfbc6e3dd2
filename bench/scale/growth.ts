/** One figure at several sizes. */
export interface Growth {
  readonly what: string;
  readonly unit: string;
  /** By size, from the smallest to the largest. */
  readonly values: ReadonlyMap<number, number>;
  /** For rates: more is better, so that growth is the smallest size divided by the largest. */
  readonly isRate?: boolean;
  /** Why it grows by more than 1.2, if that is expected. */
  readonly why?: string;
}

export const goalGrowth = 1.2;

/** How much worse the figure is at the largest size than at the smallest. */
export function growthOf({ values, isRate = false }: Growth): number {
  const all = [...values.values()];
  const [first = Number.NaN, last = Number.NaN] = [all[0], all.at(-1)];
  return isRate ? first / last : last / first;
}

export function printGrowth(title: string, figures: readonly Growth[]): void {
  const sizes = [...(figures[0]?.values.keys() ?? [])];
  console.log(`\n| ${title} | ${sizes.map((size) => size.toLocaleString("en")).join(" | ")} | growth | |`);
  console.log(`|---|${sizes.map(() => "---|").join("")}---|---|`);
  for (const figure of figures) {
    const cells = sizes.map((size) => `${shown(figure.values.get(size) ?? Number.NaN)} ${figure.unit}`);
    const growth = growthOf(figure);
    console.log(
      `| ${figure.what} | ${cells.join(" | ")} | ${growth.toFixed(2)} | ${growth > goalGrowth ? (figure.why ?? "over 1.2") : ""} |`,
    );
  }
}

export function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
