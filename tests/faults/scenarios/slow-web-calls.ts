import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { callingFlow } from "../calling-flow.ts";
import { openJournal, type Seen } from "../load/journal.ts";
import { latency, runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";

const deadlineMillis = 1_000;
const turns = 4;
const manners = ["slow", "hanging", "dripping"] as const;

export const slowWebCalls: Scenario = {
  name: "slow-web-calls",
  holds: "web calls are answered late, never or a byte at a time: their deadline holds, and other flows are as fast as before",
  short: { rate: 150, seconds: 4, kills: 1 },
  long: { rate: 500, seconds: 60, kills: 1 },
  run: async (world, scale) => {
    const partner = createServer((request, response) => misbehave(request.url ?? "", response));
    await new Promise<void>((up) => partner.listen(0, "127.0.0.1", up));
    const journals = [];
    try {
      const { port } = partner.address() as AddressInfo; // A listening TCP server has an address with a port.
      const { versionId } = await world.serve("Beside slow ones");
      const calling = [];
      for (const manner of manners)
        calling.push(await world.serve(`Calls what is ${manner}`, callingFlow(`http://127.0.0.1:${port}/${manner}`, deadlineMillis)));
      const journal = await openJournal(world.journalPath("slow-web-calls"));
      const others = await openJournal(world.journalPath("slow-web-calls-calling"));
      journals.push(journal, others);
      const { token, runtimes: targets } = world;
      const load = { targets, versionId, token, rate: scale.rate, seconds: scale.seconds, journal };
      const [before, during, called]: [Seen[], Seen[], Seen[]] = [[], [], []];
      // As in control-plane-down: on a shared machine the tail of a few seconds is noise.
      const share = scale.seconds >= 60 ? 0.99 : 0.5;
      const slack = scale.seconds >= 60 ? 5 : 10;
      const longest: number[] = [];
      const taken: { readonly usual: number; readonly during: number }[] = [];
      // In turns, so that other load on the machine affects both, and a store's maintenance affects only one of them.
      for (let turn = 0; turn < turns; turn += 1) {
        const own = { ...load, seconds: scale.seconds / turns };
        const alone = await runLoad({ ...own, label: `before${turn}` });
        before.push(...alone);
        const [beside, ...waiting] = await Promise.all([
          runLoad({ ...own, label: `during${turn}` }),
          ...calling.map((one, index) =>
            runLoad({ ...own, versionId: one.versionId, journal: others, rate: 8, label: `${manners[index]}${turn}` }),
          ),
        ]);
        during.push(...beside);
        called.push(...waiting.flat());
        longest.push(latency(waiting.flat(), 1));
        taken.push({ usual: latency(alone, share), during: latency(beside, share) });
      }
      const settled = await world.settle(versionId, journal, 60);
      const middle = taken.toSorted((a, b) => a.during / a.usual - b.during / b.usual)[turns / 2];
      // A deadline that is not enforced is exceeded in every turn, while a pause of the machine affects only one.
      const waited = longest.toSorted((a, b) => a - b)[turns / 2] ?? Infinity;
      const { usual, during: slowed } = middle ?? { usual: 0, during: Infinity };
      return {
        seen: [...before, ...during],
        settled,
        checks: [
          ...logChecks(settled),
          allAnswered("all other flows were answered", during),
          check(
            `their p${share * 100} within 1.5 of without, or ${slack} ms`,
            slowed <= Math.max(usual * 1.5, usual + slack),
            `${slowed.toFixed(1)} / ${usual.toFixed(1)} ms in the middle of ${turns} turns (p99 of all ${latency(before, 0.99).toFixed(1)} then ${latency(during, 0.99).toFixed(1)})`,
          ),
          allAnswered("those that wait were answered", called),
          check(
            "and their deadline held",
            waited < deadlineMillis + 1_500,
            `at most ${waited.toFixed(0)} ms in the middle of ${turns} turns (${latency(called, 1).toFixed(0)} ms in all)`,
          ),
        ],
      };
    } finally {
      for (const journal of journals) await journal.close();
      partner.closeAllConnections();
      partner.close();
    }
  },
};

function misbehave(url: string, response: ServerResponse): void {
  if (url === "/slow") setTimeout(() => response.end('{"decision":"late"}'), 3 * deadlineMillis);
  else if (url === "/dripping") {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(drip));
  }
}
