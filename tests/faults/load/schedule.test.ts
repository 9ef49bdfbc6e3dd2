import { expect, test } from "vitest";
import { createRandom } from "../../support/random.ts";
import { planKills } from "./schedule.ts";

const plan = { seconds: 30, victims: { runtime1: 2, nats: 3 }, awaySeconds: [0.2, 2] as const };

test("the same seed results in the same kills, another seed in others", () => {
  expect(planKills(createRandom(7), plan)).toEqual(planKills(createRandom(7), plan));
  expect(planKills(createRandom(8), plan)).not.toEqual(planKills(createRandom(7), plan));
});

test("each is killed as often as planned, ordered by time, within the run, and restarted before the next", () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const kills = planKills(createRandom(seed), plan);
    expect(kills.filter(({ victim }) => victim === "nats")).toHaveLength(3);
    expect(kills.filter(({ victim }) => victim === "runtime1")).toHaveLength(2);
    for (const [index, kill] of kills.entries()) {
      const next = kills[index + 1]?.atSeconds ?? plan.seconds;
      expect(kill.atSeconds).toBeGreaterThanOrEqual(2);
      expect(kill.atSeconds + kill.awaySeconds).toBeLessThan(next);
    }
  }
});
