import type { GoogleEndpoints } from "@airlock/platform/stored-account";
import type { Log, PersonAssertions } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Egress, EgressPolicy } from "@airlock/platform/egress";
import type { Jobs } from "@airlock/platform/jobs";
import type { Runtimes, SharedBucket } from "@airlock/backend/deployments";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import type { Postgres } from "@airlock/platform/postgres";
import type { SecretBox } from "@airlock/platform/secrets";
import type { ParquetLooks } from "./bucket/parquet-looks.ts";
import type { DefinitionPool } from "./definition/definition-pool.ts";
import type { ProviderKeys } from "./identity/provider-keys.ts";
import type { TokenVerifier } from "./identity/verify-token.ts";

/** The real parts that the api works with, opened once by `main.ts`. */
export interface Parts {
  readonly postgres: Postgres;
  readonly jobs: Pick<Jobs, "send">;
  readonly deployments: SharedBucket<"deployments">;
  readonly releases: SharedBucket<"releases">;
  /** Trained models on their way to the runtimes. */
  readonly models: SharedBucket<"models">;
  readonly scores: SharedBucket<"scores">;
  readonly lists: SharedBucket<"lists">;
  readonly keys: SharedBucket<"keys">;
  /** What runtimes know of secrets for web calls. */
  readonly secretEntries: SharedBucket<"secrets">;
  readonly runtimes: Runtimes;
  readonly clickhouse: ClickHouse;
  /** Threads for parsing, validating and freezing large definitions. */
  readonly definitionPool: DefinitionPool;
  readonly parquetLooks: ParquetLooks;
  readonly providerKeys: ProviderKeys;
  readonly tokens: TokenVerifier;
  /** The one way out for web calls of test executions, and what it would refuse. */
  readonly egress: Egress;
  readonly egressPolicy: EgressPolicy;
  readonly secrets: SecretBox;
  /** Vouch to runtimes for users who execute a version. */
  readonly personAssertions: Pick<PersonAssertions, "sign">;
  readonly google: GoogleEndpoints;
  /** Airlock's own bucket: what people upload. */
  readonly ownBucket: OwnBucket;
  /** How many bytes of an organisation's BigQuery table one question may read. */
  readonly bigQueryBudget: number;
  /** How long erasures and shorter retentions can be cancelled before they take effect. */
  readonly deletionDelaySeconds: number;
  readonly log: Log;
}
