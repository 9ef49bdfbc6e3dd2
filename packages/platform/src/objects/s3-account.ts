import { s3BucketName } from "@airlock/contract";
import type { SealedSecret, SecretBox } from "../crypto/secrets.ts";
import type { Tx } from "../postgres/index.ts";

/** An organisation's own S3-compatible server, without the secret key. */
interface S3Server {
  /** Scheme, host and port: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  /** The only buckets that are read. */
  readonly buckets: readonly string[];
}

export interface S3Account extends S3Server {
  readonly secretKey: string;
}

/** A secret key is bound to the organisation: it cannot be decrypted in the row of another one. */
export function s3KeyOwner(organisationId: string): string {
  return `s3 ${organisationId}`;
}

export function sealS3Key(secrets: SecretBox, organisationId: string, secretKey: string): SealedSecret {
  return secrets.seal(secretKey, s3KeyOwner(organisationId));
}

const visible = ["endpoint", "region", "access_key", "buckets"] as const;

interface VisibleRow {
  readonly endpoint: string;
  readonly region: string;
  readonly access_key: string;
  readonly buckets: readonly string[];
}

const serverOf = ({ endpoint, region, access_key: accessKey, buckets }: VisibleRow): S3Server => ({ endpoint, region, accessKey, buckets });

export async function findS3Server(tx: Tx, organisationId: string): Promise<S3Server | undefined> {
  const row = await tx.selectFrom("s3_accounts").where("organisation_id", "=", organisationId).select(visible).executeTakeFirst();
  return row && serverOf(row);
}

/** Undefined if there is none. Throws `SecretUnreadable` if its master key is not configured. */
export async function openS3Account(tx: Tx, secrets: SecretBox, organisationId: string): Promise<S3Account | undefined> {
  const row = await tx
    .selectFrom("s3_accounts")
    .where("organisation_id", "=", organisationId)
    .select([...visible, "master_key", "sealed_data_key", "sealed_secret_key"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const sealed = { masterKey: row.master_key, sealedDataKey: row.sealed_data_key, sealed: row.sealed_secret_key };
  return { ...serverOf(row), secretKey: secrets.open(sealed, s3KeyOwner(organisationId)) };
}

type Named = Pick<S3Server, "endpoint" | "buckets">;

export interface OwnBucketNamed {
  readonly field: "endpoint" | "buckets";
  readonly why: string;
}

/**
 * Which field names the installation's own bucket; undefined if none does. It has files of all organisations, and servers accept its name as the
 * host, or its first label, too.
 */
export function findOwnBucket({ endpoint, buckets }: Named, own: string): OwnBucketNamed | undefined {
  if (buckets.includes(own)) return { field: "buckets", why: `${own} is Airlock's own bucket` };
  const { hostname } = new URL(endpoint);
  const isHost = hostname === own || hostname.startsWith(`${own}.`);
  return isHost ? { field: "endpoint", why: `the host names ${own}, Airlock's own bucket` } : undefined;
}

/** The buckets that may be read, also if the installation's own bucket got another name after the account was stored: none if a field names it. */
export function readableBuckets(server: Named, own: string): readonly string[] {
  return findOwnBucket(server, own) === undefined ? server.buckets.filter((name) => s3BucketName.test(name)) : [];
}
