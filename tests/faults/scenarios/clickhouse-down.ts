import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, elapse, type Scenario } from "../scenario.ts";

export const clickHouseDown: Scenario = {
  name: "clickhouse-down",
  holds:
    "ClickHouse goes down, the worker is killed meanwhile, ClickHouse comes back: nothing is lost or doubled, and it catches up within a minute",
  short: { rate: 200, seconds: 10, kills: 1 },
  long: { rate: 1_000, seconds: 300, kills: 5 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Without ClickHouse");
    const journal = await openJournal(world.journalPath("clickhouse-down"));
    const { token, runtimes: targets } = world;
    const third = scale.seconds / (2 * scale.kills + 1);
    const [seen] = await Promise.all([
      runLoad({ targets, versionId, token, rate: scale.rate, seconds: scale.seconds, journal, label: "store" }),
      (async () => {
        for (let round = 0; round < scale.kills; round += 1) {
          await elapse(third);
          await world.kill("clickhouse");
          await elapse(third / 2);
          // While it holds a batch that it could not store: if it had acknowledged the batch, it would be lost.
          await world.kill("worker");
          await world.restart("worker", { health: "live" });
          await elapse(third / 2);
          await world.restart("clickhouse");
        }
      })(),
    ]);
    const settled = await world.settle(versionId, journal, 120);
    await journal.close();
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        allAnswered("all were answered", seen),
        check("caught up within a minute", settled.seconds < 60, `${settled.seconds.toFixed(1)} s`),
      ],
    };
  },
};
