import type { Tx } from "../postgres/index.ts";
import type { SecretBox } from "../crypto/secrets.ts";
import { serviceAccount, type ServiceAccount } from "./service-account.ts";

/** Endpoints for organisations' service accounts. An empty one is Google's own. */
export interface GoogleEndpoints {
  readonly token: string;
  readonly storage: string;
  readonly bigquery: string;
}

/** Undefined if there is none. Throws `SecretUnreadable` if its master key is not configured. */
export async function openServiceAccount(tx: Tx, secrets: SecretBox, organisationId: string): Promise<ServiceAccount | undefined> {
  const row = await tx
    .selectFrom("service_accounts")
    .where("organisation_id", "=", organisationId)
    .select(["master_key", "sealed_data_key", "sealed_file"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const sealed = { masterKey: row.master_key, sealedDataKey: row.sealed_data_key, sealed: row.sealed_file };
  return serviceAccount.parse(JSON.parse(secrets.open(sealed, organisationId)));
}

/** Where an organisation stores its data: in Airlock's own storage, or where its service account has access. */
export type Home =
  | { readonly kind: "airlock" }
  | { readonly kind: "account"; readonly account: ServiceAccount; readonly projects: readonly string[] }
  /** The organisation should use its own account, but has none. */
  | { readonly kind: "missing" };

/** Throws `SecretUnreadable` if the account cannot be decrypted. */
export async function homeOf(tx: Tx, secrets: SecretBox, organisationId: string): Promise<Home> {
  const row = await tx
    .selectFrom("organisations")
    .where("id", "=", organisationId)
    .select(["use_airlock", "project_id"])
    .executeTakeFirstOrThrow();
  if (row.use_airlock) return { kind: "airlock" };
  const account = await openServiceAccount(tx, secrets, organisationId);
  if (account === undefined) return { kind: "missing" };
  const named = projectsIn(row.project_id);
  return { kind: "account", account, projects: named.length > 0 ? named : [account.projectId] };
}

/** Project ids of an organisation, separated by commas. */
export function projectsIn(text: string): readonly string[] {
  return [...new Set(text.split(",").map((project) => project.trim()))].filter((project) => project !== "");
}
