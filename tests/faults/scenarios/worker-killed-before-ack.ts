import { environment } from "../../../services/environment.ts";
import { restartOne } from "../../../services/lifecycle.ts";
import { worker } from "../../../services/product.ts";
import { eventually } from "../../support/eventually.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { check, logChecks, type Scenario } from "../scenario.ts";
import type { Seen } from "../load/journal.ts";

/**
 * The connection from the worker to JetStream is held just before the executions arrive: they are delivered and inserted, but not acknowledged. Then
 * the worker is killed. So the kill is always between insert and acknowledgement.
 */
export const workerKilledBeforeAck: Scenario = {
  name: "worker-killed-before-ack",
  holds: "the worker is killed between insert and acknowledgement: executions come again and count once",
  short: { rate: 100, seconds: 1, kills: 2 },
  long: { rate: 500, seconds: 2, kills: 40 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Inserted, not acknowledged");
    const journal = await openJournal(world.journalPath("worker-killed-before-ack"));
    const nats = new URL(environment(world.instance).AIRLOCK_NATS_URL);
    const proxy = await startTcpProxy({ host: nats.hostname, port: Number(nats.port) });
    const behindProxy = worker({ env: { AIRLOCK_NATS_URL: `nats://127.0.0.1:${proxy.port}` }, watch: false });
    const seen: Seen[] = [];
    try {
      let killed = 0;
      for (let round = 0; killed < scale.kills && round < scale.kills * 3; round += 1) {
        proxy.pass();
        await restartOne(world.instance, behindProxy);
        // Its pull requests must be sent before the connection is held. The first is for a few messages, the second for as many as are sent below.
        const probe = await runLoad({ ...load(world), versionId, rate: 50, seconds: 1, journal, label: `probe${round}` });
        await world.settle(versionId, journal, 30);
        proxy.holdOutgoing();
        const sent = await runLoad({
          ...load(world),
          versionId,
          rate: scale.rate,
          seconds: scale.seconds,
          journal,
          label: `round${round}`,
        });
        seen.push(...probe, ...sent);
        // Occasionally the worker's pull request expires at that moment and nothing is delivered: that round does not count.
        const { lost } = await world.settle(versionId, journal, 3);
        if (lost.length > 0) continue;
        await world.kill("worker");
        killed += 1;
      }
      if (killed < scale.kills) throw new Error("The executions never got past the held wire.");
    } finally {
      await proxy.close();
    }
    const before = await world.settle(versionId, journal, 0);
    await world.restart("worker");
    // Until they were redelivered: the server waits for the acknowledgement before it redelivers a message.
    const again = await eventually(
      "executions to come again",
      async () => {
        const now = await world.settle(versionId, journal, 0);
        return now.raw > before.raw ? now.raw - before.raw : undefined;
      },
      { seconds: 40, everyMillis: 250 },
    );
    const settled = await world.settle(versionId, journal, 30);
    await journal.close();
    return { seen, settled, checks: [...logChecks(settled), check("executions did come again", again > 0, again)] };
  },
};

function load(world: Parameters<Scenario["run"]>[0]) {
  return { targets: world.runtimes, token: world.token };
}
