import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";

export const sickRuntime: Scenario = {
  name: "sick-runtime",
  holds: "one of two runtimes behind the edge can store nothing: it is not ready, no caller sees a failure, and no call is doubled",
  world: "cluster",
  short: { rate: 100, seconds: 5, kills: 1 },
  long: { rate: 500, seconds: 60, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Sick");
    const journal = await openJournal(world.journalPath("sick-runtime"));
    const [sick = ""] = world.runtimes;
    const load = { targets: [world.edge], versionId, token: world.token, rate: scale.rate, journal };
    // It serves its last good copy; JetStream is unreachable, and its spool has no space.
    await world.restart("runtime1", { env: { AIRLOCK_NATS_URL: "nats://127.0.0.1:1", AIRLOCK_SPOOL_MAX_BYTES: "1" }, health: "live" });
    const seen = await runLoad({ ...load, seconds: scale.seconds, label: "sick" });
    const ready = await fetch(`${sick}/ready`);
    const refused = Number(/code="EXECUTION_NOT_LOGGED"\} (\d+)/.exec(await (await fetch(`${sick}/metrics`)).text())?.[1] ?? 0);
    const calls = seen.length;
    await world.restart("runtime1");
    const after = await runLoad({ ...load, seconds: 1, label: "after" });
    const settled = await world.settle(versionId, journal, 60);
    await journal.close();
    return {
      seen: [...seen, ...after],
      settled,
      checks: [
        ...logChecks(settled),
        allAnswered("no caller sees a failure", seen),
        allAnswered("all answered once it is well", after),
        check("the sick one says so", ready.status === 503, ready.status),
        check("it was tried, and then left alone", refused > 0 && refused < calls / 4, `${refused} of ${calls} calls`),
      ],
    };
  },
};
