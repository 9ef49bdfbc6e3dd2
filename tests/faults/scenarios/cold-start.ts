import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, elapse, type Scenario } from "../scenario.ts";
import { decide } from "../world.ts";

const everythingElse = ["worker", "api", "idp", "postgres", "clickhouse", "nats", "runtime2", "runtime1"] as const;

/** The compile cache is only used in tests. */
const likeInProduction = { NODE_DISABLE_COMPILE_CACHE: "1" };

export const coldStart: Scenario = {
  name: "cold-start",
  holds: "a runtime starts with everything else down: it serves its disk copy within two seconds, and what it answers is kept",
  short: { rate: 100, seconds: 2, kills: 1 },
  long: { rate: 500, seconds: 60, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("From the disk");
    const journal = await openJournal(world.journalPath("cold-start"));
    const [target = ""] = world.runtimes;
    const { token } = world;
    for (const name of everythingElse) await world.kill(name);
    const bare = await bareStart();
    // Two seconds on a machine that starts an empty process in a tenth of that; a slower one gets proportionally more.
    const limit = Math.max(2_000, bare * 20);
    const takes: number[] = [];
    // A slow start is slow each time; one that was delayed by other load is not.
    while (takes.length < 3 && !takes.some((take) => take < limit)) {
      if (takes.length > 0) await world.kill("runtime1");
      const begun = performance.now();
      const starting = world.restart("runtime1", { health: "live", env: likeInProduction });
      while ((await decide(target, versionId, token)) !== 200 && performance.now() - begun < 20_000) await elapse(0.01);
      takes.push(performance.now() - begun);
      await starting;
    }
    const seen = await runLoad({ targets: [target], versionId, token, rate: scale.rate, seconds: scale.seconds, journal, label: "cold" });
    await world.restartAll(everythingElse.filter((name) => name !== "runtime1"));
    const settled = await world.settle(versionId, journal, 60);
    await journal.close();
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        check(
          "first answer within 2 s of the start",
          takes.some((take) => take < limit),
          `${takes.map((take) => (take / 1000).toFixed(2)).join(", ")} s (a process that does nothing: ${(bare / 1000).toFixed(2)} s)`,
        ),
        allAnswered("all were answered", seen),
      ],
    };
  },
};

/** The current time that this machine takes to start and end an empty process. */
async function bareStart(): Promise<number> {
  const begun = performance.now();
  await promisify(execFile)(process.execPath, ["-e", ""]);
  return performance.now() - begun;
}
