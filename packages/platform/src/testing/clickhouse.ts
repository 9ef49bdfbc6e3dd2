import { inject } from "vitest";
import { clickhouseAccessOf, clickhouseSettings } from "../clickhouse/access.ts";
import type { ClickHouseUser } from "../clickhouse/grants.ts";
import { createClickHouse, type ClickHouse } from "../clickhouse/clickhouse.ts";
import { readConfig } from "../process/config.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the integration project's global setup. */
    readonly environment: Record<string, string>;
    /** Settings of each ClickHouse user of the run's instance. */
    readonly clickhouseUsers: Readonly<Record<ClickHouseUser, Record<string, string>>>;
  }
}

/** ClickHouse of the run's instance, as one of its users: `admin` to prepare and inspect, `api` or `worker` to run their code. */
export function openTestClickHouse(user: ClickHouseUser, requestMillis?: number): ClickHouse {
  const settings = { ...inject("environment"), ...inject("clickhouseUsers")[user] };
  return createClickHouse({
    ...clickhouseAccessOf(readConfig(clickhouseSettings, settings)),
    name: "test",
    ...(requestMillis === undefined ? {} : { requestMillis }),
  });
}
