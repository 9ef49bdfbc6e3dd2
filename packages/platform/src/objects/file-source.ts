import { openObjects, type StoredObject } from "./objects.ts";
import type { OwnBucket } from "./own-bucket.ts";
import { requestAccessToken } from "../google/service-account-token.ts";
import type { GoogleEndpoints, Home } from "../google/stored-account.ts";

export { WentWrong } from "../google/went-wrong.ts";

/** A bucket from which users choose files. */
export interface FileBucket {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
}

/** The files that an organisation can choose from, wherever they are stored. Everything rejects with `WentWrong`. */
export interface FileSource {
  /** Whether it is in Airlock's own bucket. */
  readonly isOwn: boolean;
  readonly buckets: () => Promise<readonly FileBucket[]>;
  /** False for a bucket that is not this organisation's; it is then never accessed. */
  readonly knows: (bucket: string, projectId: string) => boolean;
  /** The first ones. A source that a user configured ends the call with the signal. */
  readonly files: (bucket: string, signal?: AbortSignal) => Promise<readonly StoredObject[]>;
  readonly stat: (bucket: string, name: string) => Promise<StoredObject | undefined>;
  readonly read: (bucket: string, name: string, from?: number, to?: number) => AsyncIterable<Buffer>;
}

/** Airlock's own bucket as users see it; in it they see the files of their own organisation. */
export const ownFileBucket: FileBucket = { id: "airlock", name: "Airlock", projectId: "airlock" };

/** Prefix of uploaded files in Airlock's own bucket. */
export function ownFiles(organisationId: string): string {
  return `organisations/${organisationId}/files/`;
}

const maxBuckets = 500;
export const maxFiles = 1000;

export function openOwnFileSource(bucket: OwnBucket, organisationId: string): FileSource {
  const prefix = ownFiles(organisationId);
  const outward = (object: StoredObject): StoredObject => ({ ...object, name: object.name.slice(prefix.length) });
  return {
    isOwn: true,
    buckets: () => Promise.resolve([ownFileBucket]),
    knows: (id, projectId) => id === ownFileBucket.id && projectId === ownFileBucket.projectId,
    files: async () => (await bucket.list(prefix, maxFiles)).map(outward),
    stat: async (_bucket, name) => {
      if (!isObjectName(name)) return undefined;
      const found = await bucket.stat(prefix + name);
      return found === undefined ? undefined : outward(found);
    },
    read: (_bucket, name, from, to) => bucket.read(prefix + name, from, to),
  };
}

/**
 * Requests one token for all following calls. `ownBucketName` is Airlock's own bucket if that is at Google: it has files of all organisations, so it is
 * excluded even if an account has access to it.
 */
export async function openGoogleFileSource(
  google: GoogleEndpoints,
  home: Extract<Home, { kind: "account" }>,
  ownBucketName: string | undefined,
): Promise<FileSource> {
  const token = await requestAccessToken(home.account, google.token);
  const objects = openObjects({ token, endpoint: google.storage });
  return {
    isOwn: false,
    buckets: async () => {
      const found = await Promise.all(
        home.projects.map(async (projectId) => {
          const names = await objects.buckets(projectId, maxBuckets);
          return names.filter((name) => name !== ownBucketName).map((name) => ({ id: name, name, projectId }));
        }),
      );
      return found.flat();
    },
    knows: (bucket, projectId) => bucket !== ownBucketName && bucketForm.test(bucket) && home.projects.includes(projectId),
    files: (bucket) => objects.list(bucket, "", maxFiles),
    stat: async (bucket, name) => (isObjectName(name) ? objects.stat(bucket, name) : undefined),
    read: (bucket, name, from, to) => objects.read(bucket, name, from, to),
  };
}

/**
 * Whether a file of this name can exist. Names that a server might resolve as a path traversal are never requested: files of two organisations are
 * separated only by the prefix of their names.
 */
export function isObjectName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are the ones to keep out.
  if (name === "" || Buffer.byteLength(name) > 900 || /[\u0000-\u001f\u007f\\]/.test(name)) return false;
  return name.split("/").every((part) => part !== "" && part !== "." && part !== ".." && Buffer.byteLength(part) <= 240);
}

/** Google's rules for bucket names, which exclude paths. */
const bucketForm = /^[a-z0-9][a-z0-9._-]{1,221}[a-z0-9]$/;
