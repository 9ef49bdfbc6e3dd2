import { environment } from "../../../services/environment.ts";
import { eventually } from "../../support/eventually.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";
import { openJournal, type Seen } from "../load/journal.ts";
import { leaseHolds } from "../lease-holds.ts";
import { runLoad } from "../load/load.ts";
import { check, count, logChecks, elapse, type Scenario } from "../scenario.ts";

/** Less than the time after which the runtime spools: decisions now wait only for JetStream. */
const heldSeconds = 0.6;
/** After this time it spools, and responds correctly. */
const spoolsAfterMillis = 2_000;

/**
 * The connection to JetStream is held, decisions are requested, and the runtime is killed while they are pending. A runtime that responds before the
 * acknowledgement has then confirmed executions that are stored nowhere: every time, not once in a hundred runs.
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
    let counted = 0;
    for (let round = 0; counted < scale.kills && round < 3 * scale.kills; round += 1) {
      const proxy = await startTcpProxy({ host: nats.hostname, port: Number(nats.port) });
      const env = { AIRLOCK_NATS_URL: `nats://127.0.0.1:${proxy.port}` };
      try {
        await world.restart("runtime1", { env });
        await eventually("the runtime's lease", async () => ((await leaseHolds(target)) ? true : undefined));
        proxy.holdOutgoing();
        const held = performance.now();
        const load = { targets: [target], versionId, token: world.token, rate: scale.rate, journal };
        const asking = runLoad({ ...load, seconds: scale.seconds, label: `held${round}` });
        await elapse(scale.seconds + 0.1);
        await world.kill("runtime1");
        // If the kill was too late, the runtime may have spooled: its responses are kept to be found in the log, and the round is repeated.
        const inTime = performance.now() - held < spoolsAfterMillis;
        // Held data is lost with the connection, as with the machine.
        proxy.cut();
        const outcomes = await asking;
        if (inTime) early += count(outcomes, "acknowledged");
        if (inTime) counted += 1;
        seen.push(...outcomes);
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
      checks: [
        ...logChecks(settled),
        check("none was answered while the wire was held", early === 0, `${early} of ${seen.length}`),
        check("killed as planned", counted === scale.kills, counted),
      ],
    };
  },
};
