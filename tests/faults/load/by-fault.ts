import type { Comparison } from "./compare.ts";
import type { Seen } from "./journal.ts";

/** From the kill of a part until it is live again, in seconds since the load began. */
export interface Outage {
  readonly victim: string;
  readonly from: number;
  readonly until: number;
}

export interface FaultCounts {
  readonly kills: number;
  /** Seconds without the part, summed. */
  readonly away: number;
  readonly requested: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly lost: number;
  readonly doubled: number;
}

/** Calls outside every outage. */
export const noFault = "none";

const zero: FaultCounts = { kills: 0, away: 0, requested: 0, acknowledged: 0, refused: 0, unknown: 0, lost: 0, doubled: 0 };
/** A call that was sent this shortly before a kill may still be in progress. */
const underWaySeconds = 1;

/** Counts calls by the part that was away when they were sent. A doubled execution that no caller received counts under `noFault`. */
export function countByFault(
  outages: readonly Outage[],
  seen: readonly Seen[],
  /** Seconds since the load began. */
  sentAt: (reference: string) => number,
  { lost, doubled }: Pick<Comparison, "lost" | "doubled">,
): ReadonlyMap<string, FaultCounts> {
  const counts = new Map<string, FaultCounts>([[noFault, zero]]);
  const add = (fault: string, more: Partial<FaultCounts>): void => void counts.set(fault, sumOf(counts.get(fault) ?? zero, more));
  for (const { victim, from, until } of outages) add(victim, { kills: 1, away: until - from });

  const faultOfExecution = new Map<string, string>();
  for (const one of seen) {
    const at = sentAt(one.reference);
    const fault = outages.find(({ from, until }) => at >= from - underWaySeconds && at <= until)?.victim ?? noFault;
    add(fault, { requested: 1, [one.kind]: 1 });
    if (one.kind === "acknowledged") faultOfExecution.set(one.executionId, fault);
  }
  for (const id of lost) add(faultOfExecution.get(id) ?? noFault, { lost: 1 });
  for (const id of doubled) add(faultOfExecution.get(id) ?? noFault, { doubled: 1 });
  return counts;
}

/** The counts of several rounds. */
export function sumByFault(
  some: ReadonlyMap<string, FaultCounts>,
  more: ReadonlyMap<string, FaultCounts>,
): ReadonlyMap<string, FaultCounts> {
  const sum = new Map(some);
  for (const [fault, counts] of more) sum.set(fault, sumOf(sum.get(fault) ?? zero, counts));
  return sum;
}

function sumOf(one: FaultCounts, more: Partial<FaultCounts>): FaultCounts {
  const sum = { ...one };
  for (const name of names) sum[name] += more[name] ?? 0;
  return sum;
}

const names = ["kills", "away", "requested", "acknowledged", "refused", "unknown", "lost", "doubled"] as const;

/** Lines of a table: one fault each. */
export function tableOf(counts: ReadonlyMap<string, FaultCounts>): readonly string[] {
  const rows = [...counts].map(([fault, one]) => [fault, ...names.map((name) => one[name].toFixed(0))]);
  const header = ["away", ...names.map((name) => (name === "away" ? "s" : name))];
  return [header, ...rows].map((cells) => cells.map((cell, column) => (column === 0 ? cell.padEnd(12) : cell.padStart(14))).join(""));
}
