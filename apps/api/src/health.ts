import {
  addProcessMetrics,
  checkNats,
  createMetrics,
  mayReadMetrics,
  readiness,
  type Counter,
  type Nats,
  type Part,
  type PartState,
} from "@airlock/platform";
import type { FastifyInstance } from "fastify";
import { sendProblem } from "./http/problem-reply.ts";
import type { Parts } from "./parts.ts";
import type { Later } from "./start-later.ts";

/** In seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface HealthSources {
  readonly nats: () => Nats | undefined;
  /** Whether the streams are as durable as configured. */
  readonly checkStreams: () => PartState;
  /** The bearer token that a request for metrics needs; empty for none. */
  readonly metricsToken?: string;
  /** One-time tasks at the start; until they are complete the api is not ready. */
  readonly starting?: Readonly<Record<string, Pick<Later<unknown>, "check">>>;
}

/**
 * `/live`: the process runs. `/ready`: each part by name. The api is not ready without Postgres or the provider's keys, and before its first
 * organisation exists. Missing JetStream (no deployments) or ClickHouse (no statistics) is reported, but the rest works. `/metrics`: for Prometheus.
 * The edge routes none of the three.
 */
export function healthRoutes(
  app: FastifyInstance,
  parts: Parts,
  { nats, checkStreams, metricsToken = "", starting = {} }: HealthSources,
): void {
  const checked: Readonly<Record<string, Part>> = {
    postgres: { needed: true, check: parts.postgres.check },
    identityProvider: {
      needed: true,
      check: async () => {
        await parts.providerKeys.refresh();
        return parts.providerKeys.check();
      },
    },
    jetstream: { needed: false, check: () => checkNats(nats()) },
    streams: { needed: true, check: checkStreams },
    clickhouse: { needed: false, check: parts.clickhouse.check },
    ...Object.fromEntries(Object.entries(starting).map(([name, { check }]) => [name, { needed: true, check }])),
  };
  const metrics = createMetrics();
  addProcessMetrics(metrics);
  const seconds = metrics.histogram("airlock_api_seconds", "From a request's arrival to its answer.", bounds);
  const withStatus = (status: string) => metrics.counter("airlock_api_requests_total", "Requests that were answered.", { status });
  // Present from the start: for Prometheus, a series that begins with its first error has not increased.
  const answered = new Map<string, Counter>(["2xx", "4xx", "5xx"].map((status) => [status, withStatus(status)]));
  app.addHook("onResponse", (_request, reply, done) => {
    seconds.observe(reply.elapsedTime / 1000);
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    let counter = answered.get(status);
    if (counter === undefined) {
      counter = withStatus(status);
      answered.set(status, counter);
    }
    counter.add();
    done();
  });
  const limits = { config: { rateLimit: false } };
  app.get("/live", limits, () => ({ live: true }));
  app.get("/metrics", limits, (request, reply) => {
    if (!mayReadMetrics(metricsToken, request.headers.authorization)) return sendProblem(reply, { code: "TOKEN_MISSING" });
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(metrics.text());
  });
  app.get("/ready", limits, async (_request, reply) => {
    const state = await readiness(checked);
    return reply.status(state.ready ? 200 : 503).send(state);
  });
}
