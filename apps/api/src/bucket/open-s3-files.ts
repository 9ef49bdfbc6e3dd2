import type { FileSource } from "@airlock/platform/file-source";
import type { S3Account } from "@airlock/platform/s3-account";
import { openS3FileSource } from "@airlock/platform/s3-file-source";
import type { Parts } from "../parts.ts";

export type S3Parts = Pick<Parts, "connectOut" | "ownBucket" | "s3Lists">;

/** Its lists wait for a slot of the organisation. */
export function openS3Files({ connectOut: connect, ownBucket, s3Lists }: S3Parts, organisationId: string, account: S3Account): FileSource {
  const source = openS3FileSource(account, { connect, owner: organisationId }, ownBucket.name);
  return { ...source, files: (bucket, signal) => s3Lists.run(organisationId, signal, () => source.files(bucket, signal)) };
}
