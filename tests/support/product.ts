import type { ClickHouseAccess } from "@airlock/platform";

/** A running Airlock as plain values, so that it can be passed to another process. */
export interface Product {
  /** Name and base of the instance, for stopping and starting its parts. */
  readonly name: string;
  readonly base: number;
  readonly folder: string;
  /** The public origin for users and callers. */
  readonly url: string;
  readonly issuer: string;
  readonly inboxUrl: string;
  readonly clickhouse: ClickHouseAccess;
}
