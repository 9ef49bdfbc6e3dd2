import { openJournal, type Seen } from "../load/journal.ts";
import { latency, runLoad } from "../load/load.ts";
import { release, versionAt } from "../released.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";

const controlPlane = ["worker", "api", "idp", "postgres"] as const;
const stretches = 5;

export const controlPlaneDown: Scenario = {
  name: "control-plane-down",
  holds:
    "Postgres, api, identity provider and worker are down: every decision is answered as before, and releases stand although a runtime is restarted",
  short: { rate: 200, seconds: 5, kills: 1 },
  long: { rate: 1_000, seconds: 600, kills: 1 },
  run: async (world, scale) => {
    const { solutionId, versionId } = await world.serve("Without a control plane");
    const solutionKey = await release(world, { solutionId, versionId });
    const journal = await openJournal(world.journalPath("control-plane-down"));
    const { token, runtimes: targets } = world;
    const load = { targets, versionId, token, rate: scale.rate, journal };
    const stretch = async (seconds: number, label: string): Promise<readonly (readonly Seen[])[]> => {
      const parts: (readonly Seen[])[] = [];
      for (let part = 0; part < stretches; part += 1)
        parts.push(await runLoad({ ...load, seconds: seconds / stretches, label: `${label}${part}` }));
      return parts;
    };
    const before = await stretch(Math.min(scale.seconds, 60), "before");
    for (const name of controlPlane) await world.kill(name);
    const during = await stretch(scale.seconds, "during");
    await world.restart("runtime1");
    const released = await Promise.all(world.runtimes.map((target) => versionAt(target, solutionKey, token)));
    await world.restartAll(controlPlane);
    const settled = await world.settle(versionId, journal, 120);
    await journal.close();
    // On a shared machine the p99 of a few seconds is noise; a long run has enough samples.
    const share = scale.seconds >= 60 ? 0.99 : 0.5;
    // The best period of each: a slowdown without the control plane would affect all of them, other load does not.
    const [usual = 0, then = Infinity] = [before, during].map((parts) => Math.min(...parts.map((part) => latency(part, share))));
    const tail = [before, during].map((parts) => latency(parts.flat(), 0.99).toFixed(1)).join(" then ");
    return {
      seen: [...before, ...during].flat(),
      settled,
      checks: [
        ...logChecks(settled),
        allAnswered("all were answered", during.flat()),
        check(
          "the release is answered by every runtime, also by one that was restarted",
          released.every((answeredBy) => answeredBy === versionId),
          released.join(", "),
        ),
        check(
          `p${share * 100} within 1.2 of before, or 3 ms`,
          then <= Math.max(usual * 1.2, usual + 3),
          `${then.toFixed(1)} / ${usual.toFixed(1)} ms (p99 ${tail} ms)`,
        ),
      ],
    };
  },
};
