import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";
import { metricOf } from "../metric-of.ts";
import { addSegmentOf050, spoolFolder, spoolSent } from "../spool-files.ts";

export const poisonedSpool: Scenario = {
  name: "poisoned-spool",
  holds: "a message that JetStream never accepts is first in the spool: it goes to quarantine, and everything behind it arrives",
  short: { rate: 100, seconds: 2, kills: 1 },
  long: { rate: 500, seconds: 30, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Poisoned");
    const journal = await openJournal(world.journalPath("poisoned-spool"));
    const [target = ""] = world.runtimes;
    const load = { targets: [target], versionId, token: world.token, rate: scale.rate, seconds: scale.seconds, journal };
    await world.kill("nats");
    const spooled = await runLoad({ ...load, label: "spooled" });
    await world.kill("runtime1");
    // More than `max_payload`. Release 0.5.0 wrote such messages, so an upgrade may find them.
    await addSegmentOf050(spoolFolder(world, "runtime1"), "x".repeat(5_000_000));
    await world.restart("nats");
    await world.restart("runtime1");
    await spoolSent(target);
    const after = await runLoad({ ...load, seconds: 1, label: "after" });
    const settled = await world.settle(versionId, journal, 60);
    await journal.close();
    const quarantined = await metricOf(target, "airlock_log_quarantined_total");
    const direct = await metricOf(target, "airlock_log_direct");
    return {
      seen: [...spooled, ...after],
      settled,
      checks: [
        ...logChecks(settled),
        allAnswered("all answered from the spool", spooled),
        allAnswered("all answered afterwards", after),
        check("the one message is in quarantine", quarantined === 1, quarantined),
        check("executions go to JetStream", direct === 1, direct),
      ],
    };
  },
};
