import type { ConnectionCheck, S3AccountUpdate } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { findOwnBucket, findS3Server, openS3Account, sealS3Key, type S3Account } from "@airlock/platform/s3-account";
import { whyNotEndpoint } from "@airlock/platform/s3-file-source";
import { SecretUnreadable, type SecretBox } from "@airlock/platform/secrets";
import { WentWrong } from "@airlock/platform/file-source";
import { openS3Files, type S3Parts } from "../bucket/open-s3-files.ts";
import { listsEach } from "../bucket/s3-lists.ts";
import type { Actor } from "../identity/actor.ts";
import { refuse, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { nameOf } from "../user/store.ts";

/** Why these fields cannot be stored, apart from what the schema checks and the address, which `refuseEndpoint` checks. */
export async function refuseS3Account(tx: Tx, parts: Parts, organisationId: string, fields: S3AccountUpdate): Promise<Refused | undefined> {
  if (!URL.canParse(fields.endpoint)) {
    return refuse("INVALID_REQUEST", [{ field: "endpoint", code: "endpoint", message: "is not an address" }]);
  }
  const own = findOwnBucket(fields, parts.ownBucket.name);
  if (own !== undefined) return refuse("INVALID_REQUEST", [{ field: own.field, code: "reserved", message: `cannot be used: ${own.why}` }]);
  if (fields.secretKey !== undefined) return undefined;
  const stored = await findS3Server(tx, organisationId);
  // Otherwise a user who does not know the key could have it used at their own server.
  const isSame = stored !== undefined && stored.endpoint === fields.endpoint && stored.accessKey === fields.accessKey;
  return isSame ? undefined : refuse("S3_SECRET_KEY_REQUIRED");
}

/** Connects, without sending anything. */
export async function refuseEndpoint({ connectOut }: Parts, owner: string, { endpoint }: S3AccountUpdate): Promise<Refused | undefined> {
  const sentence = await whyNotEndpoint({ connect: connectOut, owner, endpoint });
  return sentence === undefined ? undefined : { kind: "refused", problem: { code: "SOURCE_NOT_ALLOWED", details: { sentence } } };
}

/** The secret key is encrypted before it leaves this process. */
export async function storeS3Account(
  tx: Tx,
  secrets: SecretBox,
  actor: Actor,
  organisationId: string,
  { endpoint, region, accessKey, secretKey, buckets }: S3AccountUpdate,
): Promise<void> {
  const stored_by_name = await nameOf(tx, actor.userId);
  const fields = { endpoint, region, access_key: accessKey, buckets: [...new Set(buckets)], stored_by_name };
  if (secretKey === undefined) {
    await tx.updateTable("s3_accounts").set(fields).where("organisation_id", "=", organisationId).execute();
    return;
  }
  const { masterKey, sealedDataKey, sealed } = sealS3Key(secrets, organisationId, secretKey);
  const all = { ...fields, master_key: masterKey, sealed_data_key: sealedDataKey, sealed_secret_key: sealed };
  await tx
    .insertInto("s3_accounts")
    .values({ organisation_id: organisationId, ...all })
    .onConflict((conflict) => conflict.column("organisation_id").doUpdateSet(all))
    .execute();
}

export async function forgetS3Account(tx: Tx, organisationId: string): Promise<void> {
  await tx.deleteFrom("s3_accounts").where("organisation_id", "=", organisationId).execute();
}

export async function s3AccountFor(tx: Tx, { secrets, log }: Parts, organisationId: string): Promise<S3Account | Refused> {
  try {
    return (await openS3Account(tx, secrets, organisationId)) ?? refuse("S3_ACCOUNT_MISSING");
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    log.error({ err: error, organisationId }, "a stored S3 account cannot be opened");
    return refuse("S3_ACCOUNT_UNREADABLE");
  }
}

/** The console waits for 30 seconds. */
const testMillis = 25_000;

/** Lists the files of each bucket, as users do, and reports the first error. Rejects with the reason of the signal. */
export async function testS3Account(
  parts: S3Parts,
  owner: string,
  account: S3Account,
  caller: AbortSignal,
  millis = testMillis,
): Promise<ConnectionCheck> {
  const source = openS3Files(parts, owner, account);
  const { host } = new URL(account.endpoint);
  const names = (await source.buckets()).map(({ id }) => id);
  if (names.length === 0) {
    const own = findOwnBucket(account, parts.ownBucket.name);
    const sentence = own === undefined ? "No bucket has a name that can be read." : `The buckets cannot be read: ${own.why}.`;
    return { what: "buckets", ok: false, sentence, seen: [] };
  }
  const deadline = AbortSignal.timeout(millis);
  const failed = new AbortController();
  const signal = AbortSignal.any([caller, deadline, failed.signal]);
  const listed = new Set<string>();
  const waiting = names.values();
  const listNext = async () => {
    for (const name of waiting) {
      await source.files(name, signal);
      listed.add(name);
    }
  };
  const seen = () => names.filter((name) => listed.has(name));
  try {
    await Promise.all(Array.from({ length: listsEach }, listNext));
  } catch (error) {
    failed.abort();
    caller.throwIfAborted();
    const late = `The S3 server ${host} did not list the files of all buckets within ${millis / 1000} seconds.`;
    if (!(error instanceof WentWrong) && !deadline.aborted) throw error;
    return { what: "buckets", ok: false, sentence: error instanceof WentWrong ? error.message : late, seen: seen() };
  }
  const count = names.length === 1 ? "1 bucket" : `${names.length} buckets`;
  return { what: "buckets", ok: true, sentence: `Lists the files of ${count} at ${host}.`, seen: seen() };
}
