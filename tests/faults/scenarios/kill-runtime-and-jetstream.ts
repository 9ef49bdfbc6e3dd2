import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { planKills, type PlannedKill } from "../load/schedule.ts";
import { check, count, logChecks, elapse, type Scenario } from "../scenario.ts";
import type { World } from "../world.ts";

export const killRuntimeAndJetStream: Scenario = {
  name: "kill-runtime-and-jetstream",
  holds: "runtimes and nats-server are killed under load: what was acknowledged is in ClickHouse, once",
  short: { rate: 200, seconds: 24, kills: 2 },
  long: { rate: 1_200, seconds: 900, kills: 60 },
  run: async (world, scale, random) => {
    const { versionId } = await world.serve("Killed under load");
    const journal = await openJournal(world.journalPath("kill-runtime-and-jetstream"));
    const half = Math.floor(scale.kills / 2);
    const plan = planKills(random, {
      seconds: scale.seconds,
      victims: { nats: scale.kills, runtime1: scale.kills - half, runtime2: half },
      awaySeconds: [0.3, 3],
    });
    const { token, runtimes: targets } = world;
    const [seen] = await Promise.all([runLoad({ targets, versionId, token, ...scale, journal, label: "kill" }), carryOut(world, plan)]);
    const settled = await world.settle(versionId, journal, 90);
    await journal.close();
    const acknowledged = count(seen, "acknowledged");
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        // Two runtimes, one killed at a time: only its pending calls may fail.
        check("most calls were answered all the same", acknowledged >= seen.length * 0.95, `${acknowledged} of ${seen.length}`),
        check("killed as planned", plan.length === 2 * scale.kills, plan.length),
      ],
    };
  },
};

const stallSeconds = 0.4;

/**
 * Every other runtime is killed while JetStream is stalled, with a few hundred unacknowledged executions: a runtime that responds before they are
 * durable would lose them here every time, not once in a hundred runs.
 */
async function carryOut(world: World, plan: readonly PlannedKill[]): Promise<void> {
  const begun = performance.now();
  let runtimeKills = 0;
  for (const { atSeconds, victim, awaySeconds } of plan) {
    await elapse(Math.max(0, atSeconds - (performance.now() - begun) / 1000));
    const stalled = victim !== "nats" && runtimeKills++ % 2 === 0;
    if (stalled) {
      await world.kill("nats", "SIGSTOP");
      await elapse(stallSeconds);
    }
    await world.kill(victim);
    if (stalled) await world.kill("nats", "SIGCONT");
    await elapse(awaySeconds);
    await world.restart(victim, { health: "live" });
  }
}
