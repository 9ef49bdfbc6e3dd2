import { plantedBug } from "../../support/planted.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, count, logChecks, elapse, type Scenario } from "../scenario.ts";
import { decide } from "../world.ts";

/** A lease is five seconds; a stop is acknowledged without a runtime that has been silent for longer. */
const shortPauseSeconds = 8;
const longPauseSeconds = 20;

export const pausedAndSteppedBack: Scenario = {
  name: "paused-and-stepped-back",
  holds:
    "a runtime's clock goes back an hour, and it is paused for longer than its lease: no id twice, and a stop it slept through is honoured",
  short: { rate: 100, seconds: shortPauseSeconds + 2, kills: 1 },
  long: { rate: 500, seconds: longPauseSeconds + 20, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Paused");
    const stopped = await world.serve("Stopped meanwhile");
    const journal = await openJournal(world.journalPath("paused-and-stepped-back"));
    const [target = "", other = ""] = world.runtimes;
    const { token } = world;
    const pause = scale.seconds > 30 ? longPauseSeconds : shortPauseSeconds;
    const env = plantedBug("clock-that-steps");
    try {
      await world.restart("runtime1", { env });
      const load = { targets: [target, other], versionId, token, rate: scale.rate, journal };
      const first = runLoad({ ...load, seconds: 2, label: "stepped" });
      await elapse(1);
      await world.signal("runtime1", "SIGUSR2");
      const stepped = await first;
      const second = runLoad({ ...load, seconds: scale.seconds, label: "paused" });
      await elapse(1);
      await world.kill("runtime1", "SIGSTOP");
      const slept = performance.now();
      const admin = await world.admin();
      const answer = await admin.do("version.stop", { at: { versionId: stopped.versionId } });
      await elapse(Math.max(0, pause - (performance.now() - slept) / 1000));
      await world.kill("runtime1", "SIGCONT");
      const afterwards = await decide(target, stopped.versionId, token, "after the pause");
      const seen = [...stepped, ...(await second)];
      const settled = await world.settle(versionId, journal, 60);
      return {
        seen,
        settled,
        checks: [
          ...logChecks(settled),
          allAnswered("all were answered while the clock stepped", stepped),
          check("the stop was acknowledged meanwhile", answer._embedded.deploymentStatus === "stopped", answer._embedded.deploymentStatus),
          check("and honoured on waking up", afterwards === 409, afterwards),
          check(
            "refused or right, never wrong",
            seen.every((one) => one.kind !== "refused" || one.status === 503),
            count(seen, "refused"),
          ),
        ],
      };
    } finally {
      await journal.close();
      await world.restart("runtime1");
    }
  },
};
