import type { Tx } from "../postgres/index.ts";
import type { SecretBox } from "../crypto/secrets.ts";
import { serviceAccount, type ServiceAccount } from "./service-account.ts";

/** Where organisations' service accounts work. An empty one is Google's own. */
export interface GoogleEndpoints {
  readonly token: string;
  readonly storage: string;
  readonly bigquery: string;
}

/** Undefined when there is none. Throws `SecretUnreadable` when its master key is gone. */
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

/** Where an organisation keeps its data: with us, or where its account may look. */
export type Home =
  | { readonly kind: "airlock" }
  | { readonly kind: "account"; readonly account: ServiceAccount; readonly projects: readonly string[] }
  /** It is to be the organisation's own account, and there is none. */
  | { readonly kind: "missing" };

/** Throws `SecretUnreadable` when the account cannot be opened. */
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

/** Project ids as an organisation names them: with commas between. */
export function projectsIn(text: string): readonly string[] {
  return [...new Set(text.split(",").map((project) => project.trim()))].filter((project) => project !== "");
}
