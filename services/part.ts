import type { Instance } from "./instance.ts";
import type { PortName } from "./ports.ts";
import type { Command } from "./processes.ts";

export type PartName = "postgres" | "nats" | "clickhouse" | "idp" | "inbox" | "gcs" | "keycloak" | "bigquery" | "s3" | "nats2" | "nats3";

/** A server: how to install, start and probe it. The product's own processes are described the same way. */
export interface Part {
  readonly name: string;
  /** `status` shows the first. */
  readonly ports: readonly [PortName, ...PortName[]];
  /** Installs what is missing; cheap if nothing is. */
  install(): Promise<void>;
  /** Writes configuration and initial data, and returns the command. */
  prepare(instance: Instance): Promise<Command>;
  /** Requests something that only a working part can respond to; throws otherwise. */
  probe(instance: Instance): Promise<void>;
  /** Called once it responds, before anything else connects. Idempotent. */
  settle?(instance: Instance): Promise<void>;
  /** SIGTERM unless the part uses another signal for a clean shutdown. */
  readonly stopSignal?: NodeJS.Signals;
  /** Maximum time of a start; two minutes by default. */
  readonly startSeconds?: number;
}
