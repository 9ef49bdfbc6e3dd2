import type { DatabaseConnection } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { SecretUnreadable, webSecretOwner, type SecretBox } from "@airlock/platform/secrets";

export type SourcePassword =
  | { readonly kind: "password"; readonly password: string }
  /** The organisation has no secret of this name. */
  | { readonly kind: "missing" }
  /** The secret was not entered for the host of the database. */
  | { readonly kind: "otherHost" }
  | { readonly kind: "unreadable" };

/** Decrypts the password of a database. `tx` is of the organisation, so that row-level security hides the secrets of others. */
export async function sourcePassword(
  tx: Tx,
  secrets: SecretBox,
  { host, secret }: Pick<DatabaseConnection, "host" | "secret">,
): Promise<SourcePassword> {
  const row = await tx.selectFrom("secrets").where("name", "=", secret).selectAll().executeTakeFirst();
  if (row === undefined) return { kind: "missing" };
  if (!row.hosts.includes(host)) return { kind: "otherHost" };
  try {
    const sealed = { masterKey: row.master_key, sealedDataKey: row.sealed_data_key, sealed: row.sealed_value };
    return { kind: "password", password: secrets.open(sealed, webSecretOwner(row.organisation_id, row.id)) };
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return { kind: "unreadable" };
  }
}
