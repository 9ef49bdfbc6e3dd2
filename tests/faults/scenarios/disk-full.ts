import { join } from "node:path";
import { eventually } from "../../support/eventually.ts";
import { metricOf } from "../metric-of.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, count, logChecks, elapse, type Scenario } from "../scenario.ts";
import { putOnSmallDisk } from "../small-disk.ts";

export const diskFull: Scenario = {
  name: "disk-full",
  holds: "a disk without one free byte, a runtime's and then JetStream's: 503 or a kept answer, and it recovers when there is room",
  short: { rate: 100, seconds: 2, kills: 1 },
  long: { rate: 500, seconds: 30, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("No room");
    const journal = await openJournal(world.journalPath("disk-full"));
    const [first = ""] = world.runtimes;
    const load = { versionId, token: world.token, rate: scale.rate, seconds: scale.seconds, journal };

    await world.kill("runtime1");
    const runtimes = await putOnSmallDisk(join(world.instance.folder, "runtime1"), 32);
    await world.restart("runtime1");
    await world.kill("nats");
    await runtimes.fill();
    const full = await runLoad({ ...load, targets: [first], label: "full" });
    await runtimes.free();
    await elapse(1);
    const room = await runLoad({ ...load, targets: [first], label: "room" });
    const streams = await putOnSmallDisk(join(world.instance.folder, "nats"), 256);
    await world.restart("nats");
    for (const target of world.runtimes)
      await eventually(`${target} to append to JetStream`, async () => (await metricOf(target, "airlock_log_direct")) === 1 || undefined);

    await streams.fill();
    const noStream = await runLoad({ ...load, targets: world.runtimes, label: "no stream" });
    await streams.free();
    // A server that ran out of space disables its streams until it is restarted.
    await world.kill("nats");
    await streams.remove();
    await world.restart("nats");
    const after = await runLoad({ ...load, targets: world.runtimes, label: "after" });
    const settled = await world.settle(versionId, journal, 60);
    await journal.close();
    await world.kill("runtime1");
    await runtimes.remove();
    await world.restart("runtime1");
    const refused = full.filter((one) => one.kind === "refused");
    return {
      seen: [...full, ...room, ...noStream, ...after],
      settled,
      checks: [
        ...logChecks(settled),
        check("a runtime without room refuses", refused.length > 0, `${refused.length} of ${full.length}`),
        check(
          "refused as not recorded",
          refused.every((one) => one.code === "EXECUTION_NOT_LOGGED") && count(full, "acknowledged") + refused.length === full.length,
          [...new Set(full.map((one) => (one.kind === "refused" ? one.code : one.kind)))].join(", "),
        ),
        allAnswered("all answered as soon as there is room", room),
        allAnswered("all answered from the spool while JetStream has no room", noStream),
        allAnswered("all answered afterwards", after),
      ],
    };
  },
};
