import type { Part, PartName } from "./part.ts";
import { bigquery } from "./parts/bigquery.ts";
import { clickhouse } from "./parts/clickhouse.ts";
import { gcs } from "./parts/gcs.ts";
import { idp } from "./parts/idp.ts";
import { inbox } from "./parts/inbox.ts";
import { keycloak } from "./parts/keycloak.ts";
import { nats, nats2, nats3 } from "./parts/nats.ts";
import { postgres } from "./parts/postgres.ts";
import { s3 } from "./parts/s3.ts";

export const parts: Readonly<Record<PartName, Part>> = {
  postgres,
  nats,
  clickhouse,
  idp,
  inbox,
  gcs,
  keycloak,
  bigquery,
  s3,
  nats2,
  nats3,
};

/** The parts of every instance; the others start on request. */
export const usualParts: readonly PartName[] = ["postgres", "nats", "clickhouse", "idp", "inbox", "gcs"];

export function isPartName(name: string): name is PartName {
  return Object.hasOwn(parts, name);
}
