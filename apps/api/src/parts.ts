import type { Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Jobs } from "@airlock/platform/jobs";
import type { Runtimes, SharedBucket } from "@airlock/platform/orders";
import type { Postgres } from "@airlock/platform/postgres";
import type { ProviderKeys } from "./identity/provider-keys.ts";
import type { TokenVerifier } from "./identity/verify-token.ts";

/** The real parts that the api works with, opened once by `main.ts`. */
export interface Parts {
  readonly postgres: Postgres;
  readonly jobs: Pick<Jobs, "send">;
  readonly deployments: SharedBucket<"deployments">;
  readonly keys: SharedBucket<"keys">;
  readonly runtimes: Runtimes;
  readonly clickhouse: ClickHouse;
  readonly providerKeys: ProviderKeys;
  readonly tokens: TokenVerifier;
  readonly log: Log;
}
