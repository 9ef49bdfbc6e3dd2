import { openJournal } from "../load/journal.ts";
import { latency, runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";

const controlPlane = ["worker", "api", "idp", "postgres"] as const;

export const controlPlaneDown: Scenario = {
  name: "control-plane-down",
  holds: "Postgres, api, identity provider and worker are down: every decision is answered as before",
  short: { rate: 200, seconds: 5, kills: 1 },
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
    // The 99th percentile of a few seconds on a shared machine is its neighbours' noise; a long run has enough of them to judge by.
    const share = scale.seconds >= 60 ? 0.99 : 0.5;
    const [usual, then] = [latency(before, share), latency(during, share)];
    const tail = [before, during].map((seen) => latency(seen, 0.99).toFixed(1)).join(" then ");
    return {
      seen: [...before, ...during],
      settled,
      checks: [
        ...logChecks(settled),
        allAnswered("all were answered", during),
        check(
          `p${share * 100} within 1.2 of before, or 3 ms`,
          then <= Math.max(usual * 1.2, usual + 3),
          `${then.toFixed(1)} / ${usual.toFixed(1)} ms (p99 ${tail} ms)`,
        ),
      ],
    };
  },
};
