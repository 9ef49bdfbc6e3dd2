import { plantedBug } from "../../support/planted.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";
import { decide } from "../world.ts";

/**
 * A rolling upgrade stopped half-way. The next release has a new behaviour and a validator rule that the deployed version violates; the version keeps
 * serving on both. A release that cannot run the version is not ready, so the upgrade does not continue.
 */
export const twoReleases: Scenario = {
  name: "two-releases",
  holds: "a version frozen by this release serves on the next one beside it, and a release that cannot run it does not become ready",
  short: { rate: 100, seconds: 4, kills: 1 },
  long: { rate: 500, seconds: 60, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Two releases");
    const journal = await openJournal(world.journalPath("two-releases"));
    const [, upgraded = ""] = world.runtimes;
    const { token } = world;
    try {
      await world.restart("runtime2", { env: plantedBug("next-release") });
      const seen = await runLoad({
        targets: world.runtimes,
        versionId,
        token,
        rate: scale.rate,
        seconds: scale.seconds,
        journal,
        label: "two",
      });
      const readyNext = await readiness(upgraded);
      await world.restart("runtime2", { env: plantedBug("release-without-behaviour-1"), health: "live" });
      const refused = await decide(upgraded, versionId, token);
      const readyBroken = await readiness(upgraded);
      const settled = await world.settle(versionId, journal, 60);
      return {
        seen,
        settled,
        checks: [
          ...logChecks(settled),
          allAnswered("both releases answered every call", seen),
          check("the next release is ready", readyNext.status === 200, readyNext.status),
          check("a release without the behaviour refuses the version", refused === 409, refused),
          check("and is not ready", readyBroken.status === 503, readyBroken.status),
          check("and says so", regressed.test(readyBroken.text), regressed.exec(readyBroken.text)?.[0] ?? readyBroken.text),
        ],
      };
    } finally {
      await journal.close();
      await world.restart("runtime2");
    }
  },
};

const regressed = /\d+ versions served before and do not compile in this release/;

async function readiness(target: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${target}/ready`);
  return { status: response.status, text: await response.text() };
}
