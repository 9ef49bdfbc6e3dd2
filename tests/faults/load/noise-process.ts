/** The process of `noise.ts`: sends as much as it can until it is stopped, then reports what was accepted and refused. */
import { basePath } from "@airlock/contract";
import { noNoise, type MutableNoiseCounts, type NoiseOptions } from "./noise.ts";

// Written by `startNoise`.
const options = JSON.parse(process.argv[2] ?? "{}") as NoiseOptions;
const clients = { batches: 16, slowNames: 16, saves: 4, searches: 12 } as const;
const names = ["batches", "slowNames", "saves", "searches"] as const;
type Name = (typeof names)[number];
const counts: MutableNoiseCounts = { ...noNoise };
const pauseMillis = 20;
const limitMillis = 30_000;
const over = new AbortController();

const inputs = Array.from({ length: 1_000 }, () => JSON.stringify({ age: 17, reference: "z".repeat(2_500) })).join("\n");

async function send(
  url: string,
  bearer: string,
  init: { readonly method: string; readonly body?: string; readonly contentType?: string },
): Promise<boolean> {
  const headers = { authorization: `Bearer ${bearer}`, ...(init.contentType === undefined ? {} : { "content-type": init.contentType }) };
  const response = await fetch(url, { method: init.method, headers, body: init.body ?? null, signal: AbortSignal.timeout(limitMillis) });
  const text = await response.text();
  if (response.status === 429) {
    if (!(Number(response.headers.get("retry-after")) > 0)) counts.withoutRetryAfter += 1;
    else if (text.includes("QUOTA_EXCEEDED")) counts.beyondQuota += 1;
  }
  return response.ok;
}

const executeUrl = (versionId: string): string => `${options.runtime}${basePath}/versions/${versionId}/execute`;
let calls = 0;

const work: Readonly<Record<Name, () => Promise<boolean>>> = {
  batches: () =>
    send(executeUrl(options.batchVersionId), options.token, { method: "POST", body: inputs, contentType: "application/x-ndjson" }),
  slowNames: () => {
    calls += 1;
    const versionId = options.slowVersionIds[calls % options.slowVersionIds.length] ?? "";
    return send(executeUrl(versionId), options.token, {
      method: "POST",
      body: JSON.stringify({ age: 17 }),
      contentType: "application/json",
    });
  },
  saves: () =>
    send(`${options.api}${basePath}/solutions/${options.solutionId}/definition`, options.bearer, {
      method: "PUT",
      body: options.definition,
      contentType: "application/json",
    }),
  searches: () => send(`${options.api}${basePath}/executions?limit=500&search=nothing-has-this`, options.bearer, { method: "GET" }),
};

async function client(name: Name): Promise<void> {
  while (!over.signal.aborted) {
    const accepted = await work[name]().catch(() => false);
    if (accepted) counts[name] += 1;
    // Fixed wait: the rate of the noise.
    else await new Promise((resolve) => setTimeout(resolve, pauseMillis));
  }
}

const running = names.flatMap((name) => Array.from({ length: clients[name] }, () => client(name)));
process.once("message", () => {
  over.abort();
  void Promise.all(running).then(() => {
    process.send?.(counts);
    return process.disconnect();
  });
});
