import { openJournal } from "../load/journal.ts";
import { failedTwice, latency, runLoad } from "../load/load.ts";
import { runCommands } from "../operator-tutorial.ts";
import { check, count, logChecks, elapse, type Scenario } from "../scenario.ts";
import type { World } from "../world.ts";

/**
 * An upgrade under load, as callers see it: through the edge, with one retry. First the migrations of the operator's tutorial run, then each runtime is stopped and restarted; then each server of the
 * cluster is killed and restarted, one at a time.
 */
export const rollingRestart: Scenario = {
  name: "rolling-restart",
  holds: "runtimes are restarted and servers of a NATS cluster killed, one at a time, under load: no call fails that is tried twice",
  world: "cluster",
  short: { rate: 100, seconds: 36, kills: 1 },
  long: { rate: 400, seconds: 300, kills: 5 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Rolling");
    const journal = await openJournal(world.journalPath("rolling-restart"));
    const { token } = world;
    const until = performance.now() + scale.seconds * 1000;
    const [seen, rounds] = await Promise.all([
      runLoad({
        targets: [world.edge],
        versionId,
        token,
        rate: scale.rate,
        seconds: scale.seconds,
        journal,
        label: "rolling",
        retry: true,
      }),
      roll(world, scale.kills, () => performance.now() > until),
    ]);
    const settled = await world.settle(versionId, journal, 90);
    await journal.close();
    const first = seen.filter(({ reference }) => !reference.endsWith("-again"));
    const failed = failedTwice(seen);
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        check(
          "no call failed twice",
          failed.length === 0,
          `${failed.length} of ${first.length} (${first.length - count(first, "acknowledged")} needed their retry)`,
        ),
        check("everything was restarted under load", rounds >= scale.kills, `${rounds} rounds`),
        check("p50 and p99", true, `${latency(seen, 0.5).toFixed(1)} and ${latency(seen, 0.99).toFixed(1)} ms`),
      ],
    };
  },
};

async function roll(world: World, maxRounds: number, isOver: () => boolean): Promise<number> {
  await runCommands(world.instance, "migrate");
  let rounds = 0;
  for (; rounds < maxRounds && !isOver(); rounds += 1) {
    await elapse(2);
    for (const name of ["runtime1", "runtime2"]) {
      // Stops like an operator: SIGTERM, and waits.
      await world.restart(name);
      await elapse(1);
    }
    for (const name of ["nats", "nats2", "nats3"]) {
      await world.kill(name);
      await elapse(1);
      await world.restart(name);
      // Until it has caught up: only then may the next one stop.
      await elapse(2);
    }
  }
  return rounds;
}
