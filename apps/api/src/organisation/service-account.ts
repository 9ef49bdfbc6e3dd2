import type { Tx } from "@airlock/platform/postgres";
import type { SecretBox } from "@airlock/platform/secrets";
import type { ServiceAccount } from "@airlock/platform/service-account";
import type { Actor } from "../identity/actor.ts";
import { nameOf } from "../user/store.ts";

/** The file is encrypted before it leaves this process, bound to the organisation: it cannot be decrypted in the row of another one. */
export async function storeServiceAccount(
  tx: Tx,
  secrets: SecretBox,
  actor: Actor,
  organisationId: string,
  account: ServiceAccount,
): Promise<void> {
  const sealed = secrets.seal(JSON.stringify(account), organisationId);
  const fields = {
    client_email: account.clientEmail,
    project_id: account.projectId,
    master_key: sealed.masterKey,
    sealed_data_key: sealed.sealedDataKey,
    sealed_file: sealed.sealed,
    uploaded_by_name: await nameOf(tx, actor.userId),
  };
  await tx
    .insertInto("service_accounts")
    .values({ organisation_id: organisationId, ...fields })
    .onConflict((conflict) => conflict.column("organisation_id").doUpdateSet(fields))
    .execute();
}

export async function forgetServiceAccount(tx: Tx, organisationId: string): Promise<void> {
  await tx.deleteFrom("service_accounts").where("organisation_id", "=", organisationId).execute();
}
