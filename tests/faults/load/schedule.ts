import type { Random } from "../../support/random.ts";

export interface PlannedKill {
  readonly atSeconds: number;
  readonly victim: string;
  /** How long it stays down before it is restarted. */
  readonly awaySeconds: number;
}

export interface KillPlan {
  readonly seconds: number;
  /** How often each is killed. */
  readonly victims: Readonly<Record<string, number>>;
  readonly awaySeconds: readonly [number, number];
}

const settleSeconds = 2;

/** Kills at irregular times, in shuffled order, each in a slot of its own so that a restart does not overlap the next kill. */
export function planKills(random: Random, plan: KillPlan): readonly PlannedKill[] {
  const all = random.shuffle(Object.entries(plan.victims).flatMap(([victim, times]) => Array.from({ length: times }, () => victim)));
  const slot = (plan.seconds - 2 * settleSeconds) / all.length;
  return all.map((victim, index) => ({
    victim,
    atSeconds: settleSeconds + slot * (index + random.between(0, 0.4)),
    awaySeconds: Math.min(random.between(...plan.awaySeconds), slot * 0.4),
  }));
}
