import { openJournal } from "../load/journal.ts";
import { latency, runLoad } from "../load/load.ts";
import { check, count, logChecks, elapse, type Scenario } from "../scenario.ts";

const controlPlane = ["worker", "api", "idp", "clickhouse", "postgres"] as const;

/** The share of the time in which everything but runtimes and JetStream is down: ten minutes of the fifteen of a long run. */
const downShare = 2 / 3;

export const aMillion: Scenario = {
  name: "a-million",
  holds:
    "over a million decisions in one run, the whole control plane and ClickHouse away for most of it: all answered, each in the log once",
  short: { rate: 200, seconds: 9, kills: 1 },
  long: { rate: 1_200, seconds: 900, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("A million");
    const journal = await openJournal(world.journalPath("a-million"));
    const { token, runtimes: targets } = world;
    let downSeconds = 0;
    const [seen] = await Promise.all([
      runLoad({ targets, versionId, token, rate: scale.rate, seconds: scale.seconds, journal, label: "million" }),
      (async () => {
        await elapse((scale.seconds * (1 - downShare)) / 2);
        for (const name of controlPlane) await world.kill(name);
        const from = performance.now();
        await elapse(scale.seconds * downShare);
        downSeconds = (performance.now() - from) / 1000;
        await world.restartAll(controlPlane);
      })(),
    ]);
    const settled = await world.settle(versionId, journal, 300);
    await journal.close();
    const acknowledged = count(seen, "acknowledged");
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        check("all were answered", acknowledged === seen.length, `${acknowledged} of ${seen.length}`),
        check("the control plane was away", downSeconds >= scale.seconds * downShare - 1, `${downSeconds.toFixed(0)} s`),
        check("caught up within five minutes", settled.seconds < 300, `${settled.seconds.toFixed(1)} s`),
        check("p50 and p99", true, `${latency(seen, 0.5).toFixed(1)} and ${latency(seen, 0.99).toFixed(1)} ms`),
      ],
    };
  },
};
