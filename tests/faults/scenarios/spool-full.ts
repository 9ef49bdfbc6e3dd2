import { eventually } from "../../support/eventually.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, count, logChecks, type Scenario } from "../scenario.ts";

export const spoolFull: Scenario = {
  name: "spool-full",
  holds: "JetStream is away and the spool is full: 503, never an answer without a log; and it recovers by itself",
  short: { rate: 100, seconds: 3, kills: 1 },
  long: { rate: 500, seconds: 30, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Full");
    const journal = await openJournal(world.journalPath("spool-full"));
    const [target = ""] = world.runtimes;
    const load = { targets: [target], versionId, token: world.token, rate: scale.rate, journal };
    await world.restart("runtime1", { env: { AIRLOCK_SPOOL_MAX_BYTES: "20000" } });
    await world.kill("nats");
    const full = await runLoad({ ...load, seconds: scale.seconds, label: "full" });
    await world.restart("nats");
    await eventually("the spool to be in the log", async () => {
      const metrics = await (await fetch(`${target}/metrics`)).text();
      return (metrics.includes("\nairlock_log_direct 1\n") && metrics.includes("\nairlock_spool_bytes 0\n")) || undefined;
    });
    const after = await runLoad({ ...load, seconds: 1, label: "after" });
    const settled = await world.settle(versionId, journal, 60);
    await journal.close();
    await world.restart("runtime1");
    const refused = full.filter((one) => one.kind === "refused");
    return {
      seen: [...full, ...after],
      settled,
      checks: [
        ...logChecks(settled),
        check(
          "some were kept, then 503",
          count(full, "acknowledged") > 0 && refused.length > 0,
          `${count(full, "acknowledged")}, ${refused.length}`,
        ),
        check(
          "refused as not recorded",
          refused.every((one) => one.code === "EXECUTION_NOT_LOGGED"),
          [...new Set(refused.map((one) => one.code))].join(", "),
        ),
        allAnswered("all answered again afterwards", after),
      ],
    };
  },
};
