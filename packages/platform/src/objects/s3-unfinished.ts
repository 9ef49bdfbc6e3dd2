import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from "@aws-sdk/client-s3";
import { ifMissing, listRight } from "./s3-calls.ts";

/** An upload on the S3 server. */
interface S3Upload {
  readonly name: string;
  readonly uploadId: string;
}

/** A call with a time limit, as `openS3Bucket` makes them. A `recover` returns a value for the status of an error. */
type SendRequest = <T>(
  neededRight: string,
  work: (limit: { readonly abortSignal: AbortSignal }) => Promise<T>,
  recover?: (status: number) => { readonly value: T } | undefined,
) => Promise<T>;

/** Beginnings of parts that are still too small, of uploads that began before they were below the folder of the organisation. */
export const formerTails = "uploads/";
const organisations = "organisations/";
/** Below the folder of the organisation, so that they are deleted with it. */
export function tailsFor(name: string): string {
  return `${/^organisations\/[^/]+\//.exec(name)?.[0] ?? ""}${formerTails}`;
}

const listUploadsRight = "the right to list uploads (s3:ListBucketMultipartUploads)";
const endRight = "the right to end uploads (s3:AbortMultipartUpload)";
const deleteRight = "the right to delete objects (s3:DeleteObject)";

/** What uploads and writes leave that do not finish: parts, which a listing of objects does not show, and beginnings of parts. */
interface Unfinished {
  /** Ends the upload and discards its parts and beginnings of parts. Does nothing if it has ended. */
  readonly end: (upload: S3Upload) => Promise<void>;
  /** Deletes the objects below the prefix that are older, or all. Returns the count. */
  readonly removeBelow: (prefix: string, before?: Date) => Promise<number>;
  /** Ends the uploads of objects below the prefix that began before, or all. Returns the count. */
  readonly endBelow: (prefix: string, before?: Date) => Promise<number>;
  /** The same for all organisations, also of beginnings of parts without an upload. */
  readonly endOlder: (before: Date) => Promise<number>;
}

export function openUnfinished(client: S3Client, bucket: string, request: SendRequest): Unfinished {
  const isOlder = (at: Date | undefined, before: Date | undefined): boolean =>
    before === undefined || (at !== undefined && at.getTime() < before.getTime());

  async function end({ name, uploadId }: S3Upload): Promise<void> {
    const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key: name, UploadId: uploadId });
    await request<unknown>(endRight, (limit) => client.send(command, limit), ifMissing(undefined));
    for (const tails of [tailsFor(name), formerTails]) await removeBelow(`${tails}${uploadId}/`);
  }

  async function removeBelow(prefix: string, before?: Date): Promise<number> {
    let count = 0;
    for (let token: string | undefined; ;) {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token });
      const page = await request(listRight, (limit) => client.send(command, limit));
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (!isOlder(LastModified, before)) continue;
        await request(deleteRight, (limit) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }), limit));
        count += 1;
      }
      token = page.NextContinuationToken;
      if (token === undefined) return count;
    }
  }

  async function endBelow(prefix: string, before?: Date): Promise<number> {
    let count = 0;
    for (let marker: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } = {}; ;) {
      const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker });
      const page: ListMultipartUploadsCommandOutput = await request(listUploadsRight, (limit) => client.send(command, limit));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key === undefined || UploadId === undefined || !isOlder(Initiated, before)) continue;
        await end({ name: Key, uploadId: UploadId });
        count += 1;
      }
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      if (page.IsTruncated !== true || KeyMarker === undefined) return count;
      marker = { KeyMarker, ...(UploadIdMarker === undefined ? {} : { UploadIdMarker }) };
    }
  }

  async function* folders(): AsyncGenerator<string> {
    for (let token: string | undefined; ;) {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: organisations, Delimiter: "/", ContinuationToken: token });
      const page = await request(listRight, (limit) => client.send(command, limit));
      for (const { Prefix = "" } of page.CommonPrefixes ?? []) yield Prefix;
      token = page.NextContinuationToken;
      if (token === undefined) return;
    }
  }

  return {
    end,
    removeBelow,
    endBelow,
    endOlder: async (before) => {
      let count = await endBelow(organisations, before);
      count += await removeBelow(formerTails, before);
      for await (const folder of folders()) count += await removeBelow(tailsFor(folder), before);
      return count;
    },
  };
}
