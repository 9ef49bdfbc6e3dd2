import { leaseMillis } from "@airlock/contract";
import { environment } from "../../../services/environment.ts";
import { eventually } from "../../support/eventually.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";
import { leaseHolds } from "../lease-holds.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { release, versionAt } from "../released.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";
import { decide, type World } from "../world.ts";

export const runtimeCutOff: Scenario = {
  name: "runtime-cut-off",
  holds: "a runtime is cut off from JetStream: it goes on answering, and a release and a stop reach it within the lease all the same",
  short: { rate: 100, seconds: 3, kills: 1 },
  long: { rate: 500, seconds: 60, kills: 1 },
  run: async (world, scale, random) => {
    const { solutionId, versionId } = await world.serve("Cut off");
    const solutionKey = await release(world, { solutionId, versionId });
    const journal = await openJournal(world.journalPath("runtime-cut-off"));
    const nats = new URL(environment(world.instance).AIRLOCK_NATS_URL);
    const proxy = await startTcpProxy({ host: nats.hostname, port: Number(nats.port) });
    const [target = ""] = world.runtimes;
    const otherId = await anotherVersion(world, solutionId);
    const { token } = world;
    const env = { AIRLOCK_NATS_URL: `nats://127.0.0.1:${proxy.port}` };
    try {
      await world.restart("runtime1", { env });
      await eventually("the runtime's lease", async () => ((await leaseHolds(target)) ? true : undefined));
      // Either one direction is held, or both, or the connection is cut.
      random.pick([proxy.holdOutgoing, proxy.holdBoth, proxy.cut])();
      const seen = await runLoad({ targets: [target], versionId, token, rate: scale.rate, seconds: scale.seconds, journal, label: "cut" });
      const admin = await world.admin();
      const releasedFrom = performance.now();
      const releasing = release(world, { solutionId, versionId: otherId });
      await eventually("the release to reach the runtime", async () => {
        return (await versionAt(target, solutionKey, token)) === otherId ? true : undefined;
      });
      const released = performance.now() - releasedFrom;
      await releasing;
      const stopFrom = performance.now();
      const stopped = admin.do("version.stop", { at: { versionId } });
      await eventually("the stop to reach the runtime", async () => ((await decide(target, versionId, token)) === 409 ? true : undefined), {
        seconds: 20,
      });
      const reached = performance.now() - stopFrom;
      const answer = await stopped;
      const acknowledged = performance.now() - stopFrom;
      const afterwards = await decide(target, versionId, token, "after the stop");
      proxy.pass();
      await eventually("the lease to hold again", async () => ((await leaseHolds(target)) ? true : undefined));
      const settled = await world.settle(versionId, journal, 60);
      return {
        seen,
        settled,
        checks: [
          ...logChecks(settled),
          allAnswered("all were answered meanwhile", seen),
          check("the release was answered within the lease", released <= leaseMillis + 1_000, `${(released / 1000).toFixed(2)} s`),
          check("the stop was honoured within the lease", reached <= leaseMillis + 1_000, `${(reached / 1000).toFixed(2)} s`),
          check("and acknowledged", answer._embedded.deploymentStatus === "stopped", `${(acknowledged / 1000).toFixed(2)} s`),
          check("nothing was decided after the acknowledgement", afterwards === 409, afterwards),
        ],
      };
    } finally {
      await journal.close();
      await proxy.close();
      await world.restart("runtime1");
    }
  },
};

/** Serving on every runtime, so that a disconnected one can use it. */
async function anotherVersion(world: World, solutionId: string): Promise<string> {
  const admin = await world.admin();
  const made = await admin.do("solution.versions.create", { at: { solutionId }, body: { versionName: "2.0" } });
  const versionId = made._embedded.webSafeString;
  await admin.do("version.deploy", { at: { versionId } });
  return versionId;
}
