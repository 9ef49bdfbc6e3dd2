import type { ClickHouseAccess, DataPlaneShape, EntrySigner, Log, NatsAccess, TlsFiles } from "@airlock/platform";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import type { SecretBox } from "@airlock/platform/secrets";
import type { GoogleEndpoints } from "@airlock/platform/stored-account";
import type { SourceLimits } from "./rows/copies.ts";

export interface WorkerOptions {
  readonly host: string;
  readonly port: number;
  readonly postgresUrl: string;
  readonly postgresTls?: TlsFiles | undefined;
  readonly nats: NatsAccess;
  readonly shape: DataPlaneShape;
  readonly natsMonitoringUrl: string;
  readonly clickhouse: ClickHouseAccess;
  /** Empty for one server. */
  readonly clickhouseCluster: string;
  readonly ownBucket: OwnBucket;
  readonly google: GoogleEndpoints;
  readonly secrets: SecretBox;
  /** Signs bucket entries for runtimes. */
  readonly signer: EntrySigner;
  /** Maximum bytes of an organisation's BigQuery table that one query may read. */
  readonly bigQueryBudget: number;
  readonly sources: SourceLimits;
  /** Path of the native library that trains. */
  readonly lightgbm: string;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly publicUrl: string;
  readonly metricsToken: string;
  /** Destination of audit entries; an empty URL disables the stream. */
  readonly auditStream: { readonly url: string; readonly token: string };
  readonly log: Log;
}
