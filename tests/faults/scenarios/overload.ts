import { openJournal, type Seen } from "../load/journal.ts";
import { latency, runLoad } from "../load/load.ts";
import { check, count, logChecks, type Scenario } from "../scenario.ts";

/** The runtime's limit here; four times as many calls arrive, each on a connection of its own. */
const inFlight = 64;
const clients = 4 * inFlight;

export const overload: Scenario = {
  name: "overload",
  holds:
    "four times what a runtime takes at once, every client on a new connection, wave after wave: it sheds with 429 and 503 and recovers by itself",
  short: { rate: 100, seconds: 3, kills: 1 },
  long: { rate: 500, seconds: 60, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Flooded");
    const journal = await openJournal(world.journalPath("overload"));
    const [target = ""] = world.runtimes;
    const { token } = world;
    const env = { AIRLOCK_RUNTIME_MAX_IN_FLIGHT: String(inFlight) };
    try {
      await world.restart("runtime1", { env });
      const load = { targets: [target], versionId, token, journal };
      const before = await runLoad({ ...load, rate: scale.rate, seconds: 2, label: "before" });
      const flood: Seen[] = [];
      const waited: number[] = [];
      const until = performance.now() + scale.seconds * 1000;
      for (let wave = 0; performance.now() < until; wave += 1) {
        // A separate load has separate connections; all of its calls are sent immediately.
        const one = await runLoad({ ...load, rate: clients * 50, seconds: 1 / 50, label: `wave${wave}` });
        flood.push(...one);
        waited.push(latency(one, 0.99));
      }
      const recovering = performance.now();
      let after = await runLoad({ ...load, rate: scale.rate, seconds: 1, label: "after0" });
      for (let again = 1; count(after, "acknowledged") < after.length && performance.now() - recovering < 30_000; again += 1) {
        after = await runLoad({ ...load, rate: scale.rate, seconds: 1, label: `after${again}` });
      }
      const settled = await world.settle(versionId, journal, 60);
      const middle = waited.toSorted((a, b) => a - b)[Math.floor(waited.length / 2)] ?? Infinity;
      const refused = flood.filter((one) => one.kind === "refused");
      const codes = [...new Set(refused.map((one) => `${one.status} ${one.code}`))].sort();
      return {
        seen: [...before, ...flood, ...after],
        settled,
        checks: [
          ...logChecks(settled),
          check(
            "some were decided and some shed",
            count(flood, "acknowledged") > 0 && refused.length > 0,
            `${count(flood, "acknowledged")} and ${refused.length} of ${flood.length}`,
          ),
          check(
            "shed with 429 and 503 only",
            refused.every((one) => one.status === 429 || one.status === 503),
            codes.join(", "),
          ),
          check("no connection was left without an answer", count(flood, "unknown") === 0, count(flood, "unknown")),
          check(
            "what was decided did not wait long",
            middle < 2_000,
            `p99 ${middle.toFixed(0)} ms in the middle of ${waited.length} waves (${latency(flood, 0.99).toFixed(0)} ms in all)`,
          ),
          check(
            "recovered within 30 s",
            count(after, "acknowledged") === after.length,
            `${((performance.now() - recovering) / 1000).toFixed(1)} s`,
          ),
        ],
      };
    } finally {
      await journal.close();
      await world.restart("runtime1");
    }
  },
};
