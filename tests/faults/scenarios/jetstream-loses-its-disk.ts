import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openDataPlane } from "../../support/data-plane.ts";
import { eventually } from "../../support/eventually.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";

/** Messages that are not in ClickHouse yet are lost with a single server's disk, so the stream is empty when the disk is removed. */
export const jetStreamLosesItsDisk: Scenario = {
  name: "jetstream-loses-its-disk",
  holds: "nats-server comes back with nothing: runtimes go on serving, and the buckets are filled again from Postgres",
  short: { rate: 100, seconds: 2, kills: 1 },
  long: { rate: 500, seconds: 30, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Restored from nothing");
    const journal = await openJournal(world.journalPath("jetstream-loses-its-disk"));
    const { token, runtimes: targets } = world;
    const load = { targets, versionId, token, rate: scale.rate, seconds: scale.seconds, journal };
    const before = await runLoad({ ...load, label: "before" });
    await world.settle(versionId, journal, 60);
    await world.kill("nats");
    await rm(join(world.instance.folder, "nats"), { recursive: true, force: true });
    const during = await runLoad({ ...load, label: "during" });
    await world.restart("nats");
    const after = await runLoad({ ...load, label: "after" });
    const settled = await world.settle(versionId, journal, 60);
    const dataPlane = await openDataPlane(world.natsUrl);
    const restored = await eventually("the version in its bucket again", async () => (await dataPlane.deployments.get(versionId))?.value, {
      seconds: 30,
    });
    await dataPlane.close();
    await journal.close();
    const seen = [...before, ...during, ...after];
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        allAnswered("all were answered", seen),
        check("the order stands in the bucket again", restored.desired === "serving", restored.desired),
      ],
    };
  },
};
