import { checkNats, readiness, type Nats, type Part } from "@airlock/platform";
import type { FastifyInstance } from "fastify";
import type { Parts } from "./parts.ts";

/**
 * `/live`: the process runs. `/ready`: each part by its name. Without Postgres or the provider's keys nobody can do anything, so the
 * api is not ready; without JetStream nothing can be deployed and without ClickHouse nothing counted, which is told but leaves the
 * rest at work.
 */
export function healthRoutes(app: FastifyInstance, parts: Parts, nats: () => Nats | undefined): void {
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
    clickhouse: { needed: false, check: parts.clickhouse.check },
  };
  const limits = { config: { rateLimit: false } };
  app.get("/live", limits, () => ({ live: true }));
  app.get("/ready", limits, async (_request, reply) => {
    const state = await readiness(checked);
    return reply.status(state.ready ? 200 : 503).send(state);
  });
}
