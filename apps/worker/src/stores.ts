import { createClickHouse } from "@airlock/platform/clickhouse";
import { openMailer } from "@airlock/platform/mail";
import { openPostgres } from "@airlock/platform/postgres";
import type { WorkerOptions } from "./worker-options.ts";

export type Stores = ReturnType<typeof openStores>;

/**
 * Clients of the servers that a worker uses, except JetStream, whose connection is awaited. Opening does not connect, so a server may be unavailable.
 */
export function openStores(options: WorkerOptions) {
  const { log } = options;
  const clickhouse = createClickHouse({ ...options.clickhouse, name: "airlock worker" });
  /** For long statements: sorting a large table exceeds the default request timeout. */
  const slowQueryClickHouse = createClickHouse({ ...options.clickhouse, name: "airlock worker's imports", requestMillis: 600_000 });
  /** For an export of all executions. */
  const exportingClickHouse = createClickHouse({ ...options.clickhouse, name: "airlock worker's exports", requestMillis: 6 * 3_600_000 });
  const postgres = openPostgres({ url: options.postgresUrl, tls: options.postgresTls, name: "airlock worker", log, connections: 5 });
  const mailer = openMailer({ url: options.smtpUrl, from: options.mailFrom });
  return {
    clickhouse,
    slowQueryClickHouse,
    exportingClickHouse,
    postgres,
    mailer,
    ownBucket: options.ownBucket,
    close: async () => {
      mailer.close();
      await clickhouse.close();
      await slowQueryClickHouse.close();
      await exportingClickHouse.close();
      await postgres.close();
    },
  };
}
