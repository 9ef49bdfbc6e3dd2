import { basePath } from "@airlock/contract";
import { copyingFlow } from "../../support/copying-flow.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, elapse, type Scenario } from "../scenario.ts";
import { metricOf } from "../metric-of.ts";

export const oversizedRecord: Scenario = {
  name: "oversized-record",
  holds: "calls of 30 KB whose executions would be larger than a message: refused with 422, and every other call goes to JetStream",
  short: { rate: 100, seconds: 4, kills: 1 },
  long: { rate: 500, seconds: 60, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Beside large ones");
    const wide = await world.serve("Copies", copyingFlow(300));
    const journal = await openJournal(world.journalPath("oversized-record"));
    const [target = ""] = world.runtimes;
    const load = { targets: [target], versionId, token: world.token, rate: scale.rate, seconds: scale.seconds, journal, label: "beside" };
    const body = JSON.stringify({ reference: "\u20ac".repeat(10_000) });
    const large = async (): Promise<readonly string[]> => {
      const answers: string[] = [];
      for (let index = 0; index < 2 * scale.seconds; index += 1) {
        const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
        const response = await fetch(`${target}${basePath}/versions/${wide.versionId}/execute`, { method: "POST", headers, body });
        answers.push(`${response.status} ${/"code":"(\w+)"/.exec(await response.text())?.[1] ?? ""}`);
        await elapse(0.4);
      }
      return answers;
    };
    const [seen, refused] = await Promise.all([runLoad(load), large()]);
    const settled = await world.settle(versionId, journal, 60);
    await journal.close();
    const direct = await metricOf(target, "airlock_log_direct");
    const bytes = await metricOf(target, "airlock_spool_bytes");
    return {
      seen,
      settled,
      checks: [
        ...logChecks(settled),
        allAnswered("all others answered", seen),
        check(
          "the large ones are refused",
          refused.every((one) => one === "422 EXECUTION_TOO_LARGE"),
          [...new Set(refused)].join(", "),
        ),
        check("executions go to JetStream, and the spool is empty", direct === 1 && bytes === 0, `direct ${direct}, ${bytes} bytes`),
      ],
    };
  },
};
