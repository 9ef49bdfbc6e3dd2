/** A table of an organisation's own Postgres, and how to connect to it. */
export interface SourceConnection {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly schema: string;
  readonly table: string;
  /** `verify`: encrypted, with a trusted certificate for this host. */
  readonly tls: "verify" | "off";
}
