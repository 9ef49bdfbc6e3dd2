/** port = base + offset. Two instances can run concurrently if their bases are at least `portSpan` apart. */
export const portOffsets = {
  edge: 0,
  api: 1,
  runtime1: 2,
  runtime2: 3,
  runtime3: 4,
  runtime4: 5,
  worker: 6,
  console: 7,
  /** Bound by the process that has claimed the base. */
  claim: 8,
  documentation: 9,
  postgres: 10,
  nats: 11,
  natsMonitoring: 12,
  clickhouse: 13,
  idp: 14,
  smtp: 15,
  inbox: 16,
  gcs: 17,
  keycloak: 18,
  keycloakManagement: 19,
  bigquery: 20,
  s3: 21,
  nats2: 22,
  nats3: 23,
  natsRoute: 24,
  natsRoute2: 25,
  natsRoute3: 26,
} as const;

export type PortName = keyof typeof portOffsets;

export const portSpan = 27;
