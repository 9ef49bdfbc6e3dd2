import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basePath } from "@airlock/contract";
import { startNameServer } from "@airlock/platform/testing/name-server";
import { environment } from "../../../services/environment.ts";
import { port, publicUrl } from "../../../services/instance.ts";
import type { Caller } from "../../support/caller.ts";
import { copyingFlow } from "../../support/copying-flow.ts";
import { issueKey, serveDecision, untilKnownAt } from "../../support/decision.ts";
import { eventually } from "../../support/eventually.ts";
import { organisationAdministrator } from "../../support/warehouse-person.ts";
import { callingFlow } from "../calling-flow.ts";
import { allowedCores, pin, pinNamed } from "../cores.ts";
import { leaseHolds } from "../lease-holds.ts";
import { openJournal, type Seen } from "../load/journal.ts";
import { latency, quantile, runLoad } from "../load/load.ts";
import { addNoise, noNoise, startNoise, type MutableNoiseCounts, type NoiseOptions } from "../load/noise.ts";
import { allAnswered, check, logChecks, elapse, type Check, type Scale, type Scenario } from "../scenario.ts";
import type { World } from "../world.ts";

const turns = 3;
/** Simulates separate machines: the noise, the api and the stores of the control plane must not use the runtime's processor. */
const servingCore = "0";
const otherCore = "1";
const serving = ["runtime1", "nats"];
const others = ["api", "worker", "clickhouse", "postgres", "idp", "inbox", "gcs", "runtime2"];
/** The load generator, NATS, the sink and ClickHouse share the cores with the runtime: this much latency is theirs, not the queue's. */
const slackMillis = 25;
/**
 * Short runs share the machine with other work: on two cores with a load of 40 to 60 the ratio was 0.7, 2.6 without a quota, and 1.6 without quota
 * and without turns between batches. So these limits find only calls that wait for seconds; a missing quota is found by its missing refusals.
 */
const wide = { times: 10, slackMillis: 2_000 };
const strict = { times: 2, slackMillis };
/** No call fails because the machine is slow. */
const callMillis = 60_000;
const quota = "1000";
const long: Scale = { rate: 100, seconds: 60, kills: 1 };

export const noisyNeighbour: Scenario = {
  name: "noisy-neighbour",
  holds:
    "one organisation sends large batches, names that no server answers, large definitions and searches at full force: another one's calls do not fail, and its latency stays",
  short: { rate: 50, seconds: 12, kills: 1 },
  long,
  run: async (world, scale) => {
    const limit = scale.seconds < long.seconds ? wide : strict;
    const allCores = await allowedCores();
    const names = await startNameServer((name) => (name.endsWith(".slow.example") ? undefined : ["127.0.0.1"]));
    const partner = createServer((_, response) => response.end('{"decision":"approved"}'));
    await new Promise<void>((up) => partner.listen(0, "127.0.0.1", up));
    const journal = await openJournal(world.journalPath("noisy-neighbour"));
    const [target = ""] = world.runtimes;
    try {
      await world.restart("runtime1", { env: { AIRLOCK_DNS_SERVERS: names.address, AIRLOCK_QUOTA_ORGANISATION_PER_SECOND: quota } });
      await eventually("the runtime's lease", async () => ((await leaseHolds(target)) ? true : undefined));
      const { port: partnerPort } = partner.address() as AddressInfo; // A listening TCP server has an address with a port.
      const quiet = await world.serve("Beside a noisy one");
      const calling = await world.serve("Calls by name", callingFlow(`http://partner.quiet.example:${partnerPort}/`, callMillis));
      const admin = await world.admin();
      const noise = await noisyOrganisation(world, target);
      // First, since its children inherit the setting.
      await pin([process.pid], servingCore);
      await pinNamed(world.instance, serving, servingCore);
      await pinNamed(world.instance, others, otherCore);

      const [before, during]: [Seen[], Seen[]] = [[], []];
      const ratios: Pair[] = [];
      const webCalls: string[] = [];
      const apiCalls: { readonly before: number[]; readonly during: number[] } = { before: [], during: [] };
      const counts: MutableNoiseCounts = { ...noNoise };
      const callApi = (until: number, millis: number[]) =>
        repeatUntil(until, async () => millis.push(await millisOf(() => admin.do("profile.read"))));
      const load = { targets: [target], versionId: quiet.versionId, token: world.token, rate: scale.rate, journal, callMillis };
      for (let turn = 0; turn < turns; turn += 1) {
        const seconds = scale.seconds / turns;
        const [alone] = await Promise.all([
          runLoad({ ...load, seconds, label: `before${turn}` }),
          callApi(performance.now() + seconds * 1000, apiCalls.before),
        ]);
        const noisy = startNoise(noise);
        await pin([noisy.pid], otherCore);
        // The generator starts, and its first batches are admitted.
        await elapse(1);
        const until = performance.now() + seconds * 1000;
        const [beside] = await Promise.all([
          runLoad({ ...load, seconds, label: `during${turn}` }),
          repeatUntil(until, async () => webCalls.push(await statusOf(target, calling.versionId, world.token))),
          callApi(until, apiCalls.during),
        ]);
        addNoise(counts, await noisy.stop());
        before.push(...alone);
        during.push(...beside);
        ratios.push({ usual: latency(alone, 0.99), beside: latency(beside, 0.99) });
      }
      const settled = await world.settle(quiet.versionId, journal, 60);
      const middle = ratios.toSorted((a, b) => a.beside / a.usual - b.beside / b.usual)[Math.floor(turns / 2)] ?? never;
      const ofApi = { usual: quantile(apiCalls.before, 0.99), beside: quantile(apiCalls.during, 0.99) };
      const p50 = `${latency(before, 0.5).toFixed(1)} then ${latency(during, 0.5).toFixed(1)}`;
      const completed = webCalls.filter((status) => status === "completed").length;
      return {
        seen: [...before, ...during],
        settled,
        checks: [
          ...logChecks(settled),
          allAnswered("every decision of the quiet organisation was answered", [...before, ...during]),
          stays("its p99", middle, limit, `in the middle of ${turns} turns (p50 ${p50})`),
          check("its web calls by name completed", completed > 0 && completed === webCalls.length, `${completed} of ${webCalls.length}`),
          stays("its p99 at the api", ofApi, limit, `of ${apiCalls.during.length} calls, each answered`),
          check("the noisy one was refused beyond its quota, with Retry-After", counts.beyondQuota > 0, counts.beyondQuota),
          check("no refusal by a limit was without Retry-After", counts.withoutRetryAfter === 0, counts.withoutRetryAfter),
          check(
            "the noisy one was served too",
            counts.batches > 0 && counts.saves > 0 && counts.searches > 0,
            `${counts.batches} batches, ${counts.slowNames} slow names, ${counts.saves} saves, ${counts.searches} searches`,
          ),
        ],
      };
    } finally {
      await journal.close();
      names.close();
      partner.closeAllConnections();
      partner.close();
      await pin([process.pid], allCores);
      await pinNamed(world.instance, [...serving, ...others], allCores);
      await world.restart("runtime1");
    }
  },
};

/** Milliseconds without and with the noise. */
interface Pair {
  readonly usual: number;
  readonly beside: number;
}
const never: Pair = { usual: 0, beside: Infinity };

function stays(what: string, { usual, beside }: Pair, limit: typeof wide, details: string): Check {
  return check(
    `${what} within ${limit.times} times of without, or ${limit.slackMillis} ms more`,
    beside <= Math.max(usual * limit.times, usual + limit.slackMillis),
    `${beside.toFixed(1)} / ${usual.toFixed(1)} ms = ${(beside / usual).toFixed(1)} ${details}`,
  );
}

async function repeatUntil(until: number, work: () => Promise<unknown>): Promise<void> {
  while (performance.now() < until) {
    await work();
    await elapse(0.1);
  }
}

async function millisOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function statusOf(target: string, versionId: string, token: string): Promise<string> {
  const response = await fetch(`${target}${basePath}/versions/${versionId}/execute`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ age: 17, reference: "web call" }),
    signal: AbortSignal.timeout(2 * callMillis),
  });
  return /"status":"(\w+)"/.exec(await response.text())?.[1] ?? String(response.status);
}

/** A second organisation with a version for batches, versions with names that no server resolves, and a large definition. */
async function noisyOrganisation(world: World, runtime: string): Promise<NoiseOptions> {
  const settings = environment(world.instance);
  const api = `http://127.0.0.1:${port(world.instance, "api")}`;
  const place = {
    url: api,
    issuer: settings.AIRLOCK_OIDC_ISSUER,
    publicUrl: publicUrl(world.instance),
    ownerUrl: settings.AIRLOCK_POSTGRES_MIGRATION_URL,
  };
  const { caller } = await organisationAdministrator(place, await world.admin(), `Noisy ${Date.now()}`);
  const { token } = await issueKey(caller);
  await untilKnownAt({ url: runtime }, token);
  const batch = await serveDecision(caller, "Batches");
  return {
    runtime,
    api,
    token,
    bearer: caller.bearer,
    batchVersionId: batch.versionId,
    slowVersionIds: [await slowName(caller, "one"), await slowName(caller, "two")],
    solutionId: (await caller.do("solutions.create", { body: { name: "Large", description: "" } }))._embedded.webSafeString,
    definition: JSON.stringify(copyingFlow(450)),
  };
}

async function slowName(caller: Caller, host: string): Promise<string> {
  return (await serveDecision(caller, `Slow name ${host}`, callingFlow(`http://${host}.slow.example/`, 200))).versionId;
}
