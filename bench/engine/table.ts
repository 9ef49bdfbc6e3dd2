/** A figure with its goal: a minimum, a maximum, or none. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit?: string;
  readonly goal?: { readonly min: number } | { readonly max: number };
  /** If the goal is not reached yet: the value that holds even on a busy machine, which a lowered floor requires. */
  readonly held?: number;
}

export function holdsFor({ value, goal, held }: Row, floor: number): boolean {
  if (goal === undefined) return true;
  const lowered = floor < 1 ? held : undefined;
  return "min" in goal ? value >= (lowered ?? goal.min * floor) : value <= (lowered ?? goal.max / floor);
}

export function printTable(rows: readonly Row[], floor: number): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const row of rows) {
    const { what, value, unit = "", goal } = row;
    const wanted = goal === undefined ? "" : "min" in goal ? `goal >= ${goal.min}` : `goal <= ${goal.max}`;
    const judged =
      goal === undefined ? "" : holdsFor(row, 1) ? "reached" : floor < 1 && holdsFor(row, floor) ? "above the floor" : "MISSED";
    console.log(`${what.padEnd(width)}  ${shown(value).padStart(9)} ${unit.padEnd(6)} ${wanted.padEnd(13)} ${judged}`.trimEnd());
  }
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
