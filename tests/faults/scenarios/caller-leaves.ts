import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basePath } from "@airlock/contract";
import { callingFlow } from "../calling-flow.ts";
import { openJournal, type Seen } from "../load/journal.ts";
import { check, logChecks, elapse, type Scenario } from "../scenario.ts";
import { planOf } from "../world.ts";

const partnerMillis = 1_500;
/** Shorter than the partner takes: every first attempt is abandoned during its web call. */
const patienceMillis = 500;
const retryMillis = 200;
const giveUpMillis = 15_000;

export const callerLeaves: Scenario = {
  name: "caller-leaves",
  holds:
    "callers with an Idempotency-Key give up during a slow web call and retry, on another runtime too: one decision, one web call, one execution",
  short: { rate: 20, seconds: 1, kills: 1 },
  long: { rate: 20, seconds: 20, kills: 1 },
  run: async (world, scale) => {
    const called = new Map<string, number>();
    const partner = createServer((request, response) => {
      const reference = String(request.headers["x-reference"]);
      called.set(reference, (called.get(reference) ?? 0) + 1);
      setTimeout(() => response.end('{"decision":"approved"}'), partnerMillis);
    });
    await new Promise<void>((up) => partner.listen(0, "127.0.0.1", up));
    const journal = await openJournal(world.journalPath("caller-leaves"));
    try {
      const { port } = partner.address() as AddressInfo; // A listening TCP server has an address with a port.
      const flow = callingFlow(`http://127.0.0.1:${port}/`, 10_000, [{ key: "x-reference", value: "${application.reference}" }]);
      const { versionId } = await world.serve("Abandoned", flow);
      let abandoned = 0;
      const statuses: string[] = [];

      async function decide(index: number): Promise<Seen> {
        const reference = `left-${index}`;
        journal.ask(reference);
        const attempt = async (target: string, millis: number) => {
          const response = await fetch(`${target}${basePath}/versions/${versionId}/execute`, {
            method: "POST",
            headers: { authorization: `Bearer ${world.token}`, "content-type": "application/json", "idempotency-key": reference },
            body: JSON.stringify({ age: 17, reference }),
            signal: AbortSignal.timeout(millis),
          });
          return { status: response.status, text: await response.text() };
        };
        const begun = performance.now();
        await attempt(world.runtimes[index % world.runtimes.length] ?? "", patienceMillis).catch(() => (abandoned += 1));
        for (let again = 1; performance.now() - begun < giveUpMillis; again += 1) {
          const { status, text } = await attempt(world.runtimes[(index + again) % world.runtimes.length] ?? "", giveUpMillis);
          if (status === 200) {
            statuses.push(/"status":"(\w+)"/.exec(text)?.[1] ?? "");
            const executionId = /"webSafeString":"(\w+)"/.exec(text)?.[1] ?? "";
            return { reference, kind: "acknowledged", executionId, millis: performance.now() - begun };
          }
          if (status !== 409) return { reference, kind: "refused", status, code: /"code":"(\w+)"/.exec(text)?.[1] ?? "" };
          await elapse(retryMillis / 1000);
        }
        return { reference, kind: "unknown", reason: "no decision in time" };
      }

      const seen: Seen[] = [];
      for (let second = 0; second < scale.seconds; second += 1) {
        const some = await Promise.all(Array.from({ length: scale.rate }, (_, index) => decide(second * scale.rate + index)));
        for (const one of some) journal.saw(one);
        seen.push(...some);
      }
      const settled = await world.settle(versionId, journal, 30, planOf(flow));
      const callsOf = seen.map(({ reference }) => called.get(reference) ?? 0);
      const completed = statuses.filter((status) => status === "completed").length;
      return {
        seen,
        settled,
        checks: [
          ...logChecks(settled),
          check("every first attempt was abandoned", abandoned === seen.length, `${abandoned} of ${seen.length}`),
          check("every retry got a completed decision", completed === seen.length, `${completed} of ${seen.length}`),
          check(
            "the partner was called once for each",
            callsOf.every((calls) => calls === 1),
            `${Math.min(...callsOf)} to ${Math.max(...callsOf)} times`,
          ),
        ],
      };
    } finally {
      await journal.close();
      partner.closeAllConnections();
      partner.close();
    }
  },
};
