import type { DatabaseTls } from "@airlock/contract";

/** What the form for a Postgres table has, as typed. */
export interface DatabaseDraft {
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  readonly secret: string;
  readonly schema: string;
  readonly tls: DatabaseTls;
}

export const emptyDatabase: DatabaseDraft = { host: "", port: "5432", database: "", user: "", secret: "", schema: "public", tls: "verify" };

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

/** As the api compares it with the hosts of a secret. */
export function hostIn(text: string): string {
  return text.trim().toLowerCase();
}

export function isComplete({ host, port, database, user, secret, schema }: DatabaseDraft): boolean {
  return isPort(port) && [hostIn(host), database, user, secret, schema].every((text) => text !== "");
}
