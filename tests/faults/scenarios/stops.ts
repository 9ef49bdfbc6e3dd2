import { openJournal } from "../load/journal.ts";
import { check, elapse, logChecks, type Scenario } from "../scenario.ts";
import { decide } from "../world.ts";

const pollMillis = 5;

/** From the stop request at the api until each runtime refuses. */
export const stops: Scenario = {
  name: "stops",
  holds: "a stop reaches every runtime within half a second (p99) and never later than five; nothing is decided after it is acknowledged",
  short: { rate: 0, seconds: 0, kills: 25 },
  long: { rate: 0, seconds: 0, kills: 200 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Stopped many times");
    const journal = await openJournal(world.journalPath("stops"));
    const admin = await world.admin();
    const reached: number[] = [];
    let after = 0;
    for (let round = 0; round < scale.kills; round += 1) {
      const stopFrom = performance.now();
      const stopping = admin.do("version.stop", { at: { versionId } });
      await Promise.all(
        world.runtimes.map(async (target) => {
          while ((await decide(target, versionId, world.token)) !== 409 && performance.now() - stopFrom < 20_000) {
            await elapse(pollMillis / 1000);
          }
          reached.push(performance.now() - stopFrom);
        }),
      );
      await stopping;
      for (const target of world.runtimes) if ((await decide(target, versionId, world.token)) === 200) after += 1;
      await admin.do("version.deploy", { at: { versionId } });
    }
    const settled = await world.settle(versionId, journal, 20);
    await journal.close();
    reached.sort((a, b) => a - b);
    const p99 = reached[Math.min(reached.length - 1, Math.floor(reached.length * 0.99))] ?? Number.NaN;
    const slowest = reached.at(-1) ?? Number.NaN;
    const median = reached[Math.floor(reached.length / 2)] ?? Number.NaN;
    // With a few dozen samples the p99 is the maximum, which on a shared machine is noise.
    const [share, judged] = scale.kills >= 100 ? ["p99", p99] : ["p50", median];
    return {
      seen: [],
      settled,
      checks: [
        ...logChecks(settled),
        check(
          `${share} within 500 ms`,
          judged <= 500,
          `${judged.toFixed(0)} ms of ${reached.length} (p50 ${median.toFixed(0)}, p99 ${p99.toFixed(0)})`,
        ),
        check("never later than 5 s", slowest <= 5_000, `${slowest.toFixed(0)} ms`),
        check("nothing was decided after the acknowledgement", after === 0, after),
      ],
    };
  },
};
