import { environment } from "../../../services/environment.ts";
import { restartOne } from "../../../services/lifecycle.ts";
import { runtime } from "../../../services/product.ts";
import { eventually } from "../../support/eventually.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";
import { openJournal, type Seen } from "../load/journal.ts";
import { leaseHolds } from "../lease-holds.ts";
import { runLoad } from "../load/load.ts";
import { check, count, logChecks, sleep, type Scenario } from "../scenario.ts";

/** Less than the runtime waits before it goes to its spool: what is asked now waits for JetStream and nothing else. */
const heldSeconds = 0.6;

/**
 * The wire to JetStream is held, decisions are asked for, and the runtime is killed with them in its hands. One that answers before the
 * acknowledgement has then told its callers of executions that are nowhere: every time, not once in a hundred runs.
 */
export const publishHeld: Scenario = {
  name: "publish-held",
  holds: "a runtime is killed while its appends are on their way: nobody was told of an execution that is not in the log",
  short: { rate: 200, seconds: heldSeconds, kills: 2 },
  long: { rate: 1_000, seconds: heldSeconds, kills: 20 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Held");
    const journal = await openJournal(world.journalPath("publish-held"));
    const nats = new URL(environment(world.instance).AIRLOCK_NATS_URL);
    const [target = ""] = world.runtimes;
    const seen: Seen[] = [];
    let early = 0;
    for (let round = 0; round < scale.kills; round += 1) {
      const proxy = await startTcpProxy({ host: nats.hostname, port: Number(nats.port) });
      const env = { ...world.env, AIRLOCK_NATS_URL: `nats://127.0.0.1:${proxy.port}` };
      try {
        await restartOne(world.instance, runtime("runtime1", { env, watch: false }));
        await eventually("the runtime's lease", async () => ((await leaseHolds(target)) ? true : undefined));
        proxy.holdOutgoing();
        const load = { targets: [target], versionId, token: world.token, rate: scale.rate, journal };
        const asking = runLoad({ ...load, seconds: scale.seconds, label: `held${round}` });
        await sleep(scale.seconds + 0.1);
        await world.kill("runtime1");
        // What was held is gone with the connection, as it would be with the machine.
        proxy.cut();
        const asked = await asking;
        early += count(asked, "acknowledged");
        seen.push(...asked);
      } finally {
        await proxy.close();
      }
      await world.restart("runtime1");
    }
    const settled = await world.settle(versionId, journal, 20);
    await journal.close();
    return {
      seen,
      settled,
      checks: [...logChecks(settled), check("none was answered while the wire was held", early === 0, `${early} of ${seen.length}`)],
    };
  },
};
