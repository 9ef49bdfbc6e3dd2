import { openJournal } from "../load/journal.ts";
import { latency, runLoad } from "../load/load.ts";
import { check, count, logChecks, type Scenario } from "../scenario.ts";

const controlPlane = ["worker", "api", "idp", "postgres"] as const;

export const controlPlaneDown: Scenario = {
  name: "control-plane-down",
  holds: "Postgres, api, identity provider and worker are down: every decision is answered as before",
  short: { rate: 200, seconds: 8, kills: 1 },
  long: { rate: 1_000, seconds: 600, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Without a control plane");
    const journal = await openJournal(world.journalPath("control-plane-down"));
    const { token, runtimes: targets } = world;
    const load = { targets, versionId, token, rate: scale.rate, journal };
    const before = await runLoad({ ...load, seconds: Math.min(scale.seconds, 60), label: "before" });
    for (const name of controlPlane) await world.kill(name);
    const during = await runLoad({ ...load, seconds: scale.seconds, label: "during" });
    for (const name of controlPlane.toReversed()) await world.restart(name);
    const settled = await world.settle(versionId, journal, 120);
    await journal.close();
    const [usual, then] = [latency(before, 0.99), latency(during, 0.99)];
    return {
      seen: [...before, ...during],
      settled,
      checks: [
        ...logChecks(settled),
        check("all were answered", count(during, "acknowledged") === during.length, `${count(during, "acknowledged")} of ${during.length}`),
        // A few milliseconds of slack: at this rate the 99th percentile of a shared machine is mostly its own noise.
        check(
          "p99 within 1.2 of before, or 10 ms",
          then <= Math.max(usual * 1.2, usual + 10),
          `${then.toFixed(1)} / ${usual.toFixed(1)} ms`,
        ),
      ],
    };
  },
};
