import { openObjects, type StoredObject } from "./objects.ts";
import type { OwnBucket } from "./own-bucket.ts";
import { requestAccessToken } from "../google/service-account-token.ts";
import type { GoogleEndpoints, Home } from "../google/stored-account.ts";

export { WentWrong } from "../google/went-wrong.ts";

/** A bucket that people choose files from. */
export interface ShelfBucket {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
}

/** The files that an organisation can choose from, wherever it keeps them. Everything rejects with `WentWrong`. */
export interface Shelf {
  readonly buckets: () => Promise<readonly ShelfBucket[]>;
  /** False for a bucket that is none of this organisation's, which is then never asked for. */
  readonly knows: (bucket: string, projectId: string) => boolean;
  readonly files: (bucket: string) => Promise<readonly StoredObject[]>;
  readonly stat: (bucket: string, name: string) => Promise<StoredObject | undefined>;
  readonly read: (bucket: string, name: string, from?: number, to?: number) => AsyncIterable<Buffer>;
}

/** What Airlock's own bucket is called towards people; they see the files of their own organisation in it. */
export const ownShelf: ShelfBucket = { id: "airlock", name: "Airlock", projectId: "airlock" };

/** Where the files that people upload stand in Airlock's own bucket. */
export function ownFiles(organisationId: string): string {
  return `organisations/${organisationId}/files/`;
}

const mostBuckets = 500;
const mostFiles = 1000;

export function openOwnShelf(bucket: OwnBucket, organisationId: string): Shelf {
  const prefix = ownFiles(organisationId);
  const outward = (object: StoredObject): StoredObject => ({ ...object, name: object.name.slice(prefix.length) });
  return {
    buckets: () => Promise.resolve([ownShelf]),
    knows: (id, projectId) => id === ownShelf.id && projectId === ownShelf.projectId,
    files: async () => (await bucket.list(prefix, mostFiles)).map(outward),
    stat: async (_bucket, name) => {
      if (!isObjectName(name)) return undefined;
      const found = await bucket.stat(prefix + name);
      return found === undefined ? undefined : outward(found);
    },
    read: (_bucket, name, from, to) => bucket.read(prefix + name, from, to),
  };
}

/**
 * Asks for a token at once: one word of the account for all that follows. `never` is Airlock's own bucket, where everybody's files are:
 * whatever an account may see, it is not looked for there.
 */
export async function openAccountShelf(google: GoogleEndpoints, home: Extract<Home, { kind: "account" }>, never: string): Promise<Shelf> {
  const token = await requestAccessToken(home.account, google.token);
  const objects = openObjects({ token, endpoint: google.storage });
  return {
    buckets: async () => {
      const found = await Promise.all(
        home.projects.map(async (projectId) => {
          const names = await objects.buckets(projectId, mostBuckets);
          return names.filter((name) => name !== never).map((name) => ({ id: name, name, projectId }));
        }),
      );
      return found.flat();
    },
    knows: (bucket, projectId) => bucket !== never && bucketForm.test(bucket) && home.projects.includes(projectId),
    files: (bucket) => objects.list(bucket, "", mostFiles),
    stat: async (bucket, name) => (isObjectName(name) ? objects.stat(bucket, name) : undefined),
    read: (bucket, name, from, to) => objects.read(bucket, name, from, to),
  };
}

/**
 * Whether there can be a file of this name. Names that a server might take for a way up, or out of its folder, are asked for nowhere:
 * between the files of two organisations stands nothing but the beginning of the name.
 */
export function isObjectName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are the ones to keep out.
  if (name === "" || Buffer.byteLength(name) > 900 || /[\u0000-\u001f\u007f\\]/.test(name)) return false;
  return name.split("/").every((part) => part !== "" && part !== "." && part !== ".." && Buffer.byteLength(part) <= 240);
}

/** What Google lets a bucket be called: nothing that could be a path. */
const bucketForm = /^[a-z0-9][a-z0-9._-]{1,221}[a-z0-9]$/;
