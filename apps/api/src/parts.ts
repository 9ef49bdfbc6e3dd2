import type { GoogleEndpoints } from "@airlock/platform/stored-account";
import type { Log, PersonAssertions, SlotQueue } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { ConnectOut, Egress, EgressPolicy } from "@airlock/platform/egress";
import type { Jobs } from "@airlock/platform/jobs";
import type { Runtimes, SharedBucket } from "@airlock/backend/deployments";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import type { Postgres } from "@airlock/platform/postgres";
import type { SecretBox } from "@airlock/platform/secrets";
import type { ParquetLooks } from "./bucket/parquet-looks.ts";
import type { DefinitionPool } from "./definition/definition-pool.ts";
import type { ProviderKeys } from "./identity/provider-keys.ts";
import type { TokenVerifier } from "./identity/verify-token.ts";

/** Dependencies of the api, opened once by `main.ts`. */
export interface Parts {
  readonly postgres: Postgres;
  readonly jobs: Pick<Jobs, "send">;
  readonly deployments: SharedBucket<"deployments">;
  readonly releases: SharedBucket<"releases">;
  /** The bucket of trained models for runtimes. */
  readonly models: SharedBucket<"models">;
  readonly scores: SharedBucket<"scores">;
  readonly lists: SharedBucket<"lists">;
  readonly keys: SharedBucket<"keys">;
  /** The bucket of secrets for web calls of runtimes. */
  readonly secretEntries: SharedBucket<"secrets">;
  readonly runtimes: Runtimes;
  readonly clickhouse: ClickHouse;
  /** Threads for parsing, validating and freezing large definitions. */
  readonly definitionPool: DefinitionPool;
  readonly parquetLooks: ParquetLooks;
  readonly s3Lists: SlotQueue;
  readonly providerKeys: ProviderKeys;
  readonly tokens: TokenVerifier;
  /** For web calls of test executions, and the policy that it enforces. */
  readonly egress: Egress;
  readonly egressPolicy: EgressPolicy;
  /** For connections to organisations' own databases. */
  readonly connectOut: ConnectOut;
  readonly secrets: SecretBox;
  /** Authenticates signed-in users at runtimes when they execute a version. */
  readonly personAssertions: Pick<PersonAssertions, "sign">;
  readonly google: GoogleEndpoints;
  /** Airlock's own bucket, for uploads. */
  readonly ownBucket: OwnBucket;
  /** Maximum bytes of an organisation's BigQuery table that one query may read. */
  readonly bigQueryBudget: number;
  /** How long erasures and shorter retentions can be cancelled before they take effect. */
  readonly deletionDelaySeconds: number;
  readonly log: Log;
}
