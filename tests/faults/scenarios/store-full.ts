import { executionStream } from "@airlock/contract";
import { publishDurable } from "@airlock/platform";
import { migrate } from "../../../services/stack.ts";
import { openDataPlane } from "../../support/data-plane.ts";
import { issueKey } from "../../support/decision.ts";
import { eventually } from "../../support/eventually.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";
import { decide } from "../world.ts";

/** The streams that callers fill get little more than their current size; every other stream has its own reserved space. */
const spareBytes = 32 * 1024;

export const storeFull: Scenario = {
  name: "store-full",
  holds:
    "executions fill their share of JetStream's store while no worker runs: versions are stopped and deployed, keys revoked, and nothing is lost",
  short: { rate: 100, seconds: 3, kills: 1 },
  long: { rate: 500, seconds: 30, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Full store");
    const other = await world.serve("Stopped while full");
    const admin = await world.admin();
    const caller = await issueKey(admin);
    const journal = await openJournal(world.journalPath("store-full"));
    const load = { targets: world.runtimes, versionId, token: world.token, rate: scale.rate, seconds: scale.seconds, journal };
    await world.kill("worker");
    const dataPlane = await openDataPlane(world.natsUrl);
    const manager = await dataPlane.nats.jetstream.jetstreamManager();
    for (const name of [executionStream, "KV_answers"]) {
      const { bytes } = (await manager.streams.info(name)).state;
      await manager.streams.update(name, { max_bytes: bytes + spareBytes });
    }
    const full = await runLoad({ ...load, label: "full" });
    const isFull = await publishDurable(dataPlane.nats, { subject: `${executionStream}.0`, payload: "x".repeat(spareBytes) }, 5_000).then(
      () => false,
      () => true,
    );

    await admin.do("version.stop", { at: { versionId: other.versionId } });
    const afterStop = await Promise.all(world.runtimes.map((target) => decide(target, other.versionId, world.token)));
    await admin.do("user.key.revoke", { at: { userId: caller.userId, keyId: caller.keyId } });
    const afterRevocation = await Promise.all(world.runtimes.map((target) => decide(target, versionId, caller.token)));
    const deployed = (await admin.do("version.deploy", { at: { versionId: other.versionId } }))._embedded.deploymentStatus;
    const later = await runLoad({ ...load, label: "later" });

    // A worker drains the stream; the migrations restore its share.
    await migrate(world.instance);
    await dataPlane.close();
    await world.restart("worker");
    for (const target of world.runtimes) {
      await eventually("the spool to be in the log", async () => {
        const metrics = await (await fetch(`${target}/metrics`)).text();
        return (metrics.includes("\nairlock_log_direct 1\n") && metrics.includes("\nairlock_spool_bytes 0\n")) || undefined;
      });
    }
    const settled = await world.settle(versionId, journal, 60);
    await journal.close();
    return {
      seen: [...full, ...later],
      settled,
      checks: [
        ...logChecks(settled),
        check("the stream is full", isFull, String(isFull)),
        allAnswered("all were answered from the spool", [...full, ...later]),
        check(
          "a stop is confirmed",
          afterStop.every((status) => status === 409),
          afterStop.join(", "),
        ),
        check(
          "a revocation is confirmed",
          afterRevocation.every((status) => status === 401),
          afterRevocation.join(", "),
        ),
        check("a version is deployed", deployed === "serving", deployed),
      ],
    };
  },
};
