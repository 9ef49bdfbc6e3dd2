import type { Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Egress, EgressPolicy } from "@airlock/platform/egress";
import type { Jobs } from "@airlock/platform/jobs";
import type { Runtimes, SharedBucket } from "@airlock/platform/orders";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import type { Postgres } from "@airlock/platform/postgres";
import type { SecretBox } from "@airlock/platform/secrets";
import type { ProviderKeys } from "./identity/provider-keys.ts";
import type { TokenVerifier } from "./identity/verify-token.ts";

/** The real parts that the api works with, opened once by `main.ts`. */
export interface Parts {
  readonly postgres: Postgres;
  readonly jobs: Pick<Jobs, "send">;
  readonly deployments: SharedBucket<"deployments">;
  /** Trained models on their way to the runtimes. */
  readonly models: SharedBucket<"models">;
  readonly scores: SharedBucket<"scores">;
  readonly keys: SharedBucket<"keys">;
  /** What runtimes know of secrets for web calls. */
  readonly secretEntries: SharedBucket<"secrets">;
  readonly runtimes: Runtimes;
  readonly clickhouse: ClickHouse;
  readonly providerKeys: ProviderKeys;
  readonly tokens: TokenVerifier;
  /** The one way out for web calls of test executions, and what it would refuse. */
  readonly egress: Egress;
  readonly egressPolicy: EgressPolicy;
  readonly secrets: SecretBox;
  readonly google: GoogleEndpoints;
  /** Airlock's own bucket: what people upload. */
  readonly ownBucket: OwnBucket;
  /** How many bytes of an organisation's BigQuery table one question may read. */
  readonly bigQueryBudget: number;
  readonly log: Log;
}

/** Where organisations' service accounts work. An empty one is Google's own. */
export interface GoogleEndpoints {
  readonly token: string;
  readonly storage: string;
  readonly bigquery: string;
}
