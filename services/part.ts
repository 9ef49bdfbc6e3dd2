import type { Instance } from "./instance.ts";
import type { PortName } from "./ports.ts";
import type { Command } from "./processes.ts";

export type PartName = "postgres" | "nats" | "clickhouse" | "idp" | "inbox" | "gcs" | "keycloak" | "bigquery" | "s3" | "nats2" | "nats3";

/** A server: how to have it, start it and ask it whether it answers. The product's own processes are described the same way. */
export interface Part {
  readonly name: string;
  /** The first is the one that `status` shows. */
  readonly ports: readonly [PortName, ...PortName[]];
  /** Installs what is missing; cheap when nothing is. */
  install(): Promise<void>;
  /** Writes configuration and first data, and says what to run. */
  prepare(instance: Instance): Promise<Command>;
  /** Asks the part itself for something only a working part can answer; throws while it cannot. */
  probe(instance: Instance): Promise<void>;
  /** Once it answers: what must exist before anyone else connects. Idempotent. */
  settle?(instance: Instance): Promise<void>;
  /** SIGTERM unless the part calls another one its clean stop. */
  readonly stopSignal?: NodeJS.Signals;
  /** How long a start may take; two minutes unless said. */
  readonly startSeconds?: number;
}
