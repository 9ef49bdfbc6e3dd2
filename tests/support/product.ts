import type { ClickHouseAccess } from "@airlock/platform";

/** A running Airlock as tests see it: plain values, so that it can be handed to another process. */
export interface Product {
  /** Name and base of the instance, for those who stop and start its parts. */
  readonly name: string;
  readonly base: number;
  readonly folder: string;
  /** The one origin that people and callers see. */
  readonly url: string;
  readonly issuer: string;
  readonly inboxUrl: string;
  readonly clickhouse: ClickHouseAccess;
}
