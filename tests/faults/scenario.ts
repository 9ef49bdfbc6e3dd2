import type { Random } from "../support/random.ts";
import type { Seen } from "./load/journal.ts";
import type { Settled, World } from "./world.ts";

/** The size of a run: a few minutes for every change, or hours before a release. */
export interface Scale {
  readonly rate: number;
  readonly seconds: number;
  /** Kills of each victim. */
  readonly kills: number;
}

export interface Check {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
}

/** The number of requested decisions by result. */
export interface Totals {
  readonly requested: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
}

export interface Findings {
  readonly seen: readonly Seen[];
  /** Instead of `seen`, if there are too many to keep. */
  readonly totals?: Totals;
  readonly settled: Settled;
  readonly checks: readonly Check[];
}

export interface Scenario {
  readonly name: string;
  /** The guarantee, as a sentence. */
  readonly holds: string;
  /** Default: a single nats-server. */
  readonly world?: "cluster";
  /** Undefined: only in long runs. */
  readonly short?: Scale;
  readonly long: Scale;
  readonly run: (world: World, scale: Scale, random: Random) => Promise<Findings>;
}

export function check(what: string, ok: boolean, found: string | number): Check {
  return { what, ok, found: String(found) };
}

export function allAnswered(what: string, seen: readonly Seen[]): Check {
  const acknowledged = count(seen, "acknowledged");
  return check(what, acknowledged === seen.length, `${acknowledged} of ${seen.length}`);
}

/** The checks at the end of every scenario: the log and the caller's journal agree. */
export function logChecks(settled: Settled): readonly Check[] {
  const some = (ids: readonly string[]): string => `${ids.length}${ids.length === 0 ? "" : ` (${ids.slice(0, 3).join(", ")})`}`;
  return [
    check("no acknowledged execution is lost", settled.lost.length === 0, some(settled.lost)),
    check("none is doubled", settled.doubled.length === 0, some(settled.doubled)),
    check("none is unexplained", settled.unexplained.length === 0, some(settled.unexplained)),
    check("distinct = total", settled.distinct === settled.total, `${settled.distinct} = ${settled.total}`),
  ];
}

export function totalsOf({ seen, totals }: Pick<Findings, "seen" | "totals">): Totals {
  return (
    totals ?? {
      requested: seen.length,
      acknowledged: count(seen, "acknowledged"),
      refused: count(seen, "refused"),
      unknown: count(seen, "unknown"),
    }
  );
}

export function count(seen: readonly Seen[], kind: Seen["kind"]): number {
  return seen.filter((one) => one.kind === kind).length;
}

/** A fixed time of the scenario: how long a server is down, or load runs before the fault. To wait for a condition, use `eventually`. */
export function elapse(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000)); // Fixed wait: set by the scenario.
}
