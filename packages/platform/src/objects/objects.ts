import { Storage } from "@google-cloud/storage";
import { clientWith } from "../google/client.ts";
import type { AccessToken } from "../google/service-account-token.ts";
import { sdkFailure, within, WentWrong } from "../google/went-wrong.ts";

export { WentWrong } from "../google/went-wrong.ts";

export interface StoredObject {
  readonly name: string;
  readonly length: number;
  readonly updated: string;
  /** Changes when the object is overwritten. */
  readonly generation: string;
}

/** A bucket server, accessed with one account. Everything rejects with `WentWrong`, with a message for users. */
export interface Objects {
  readonly buckets: (project: string, maxResults: number) => Promise<readonly string[]>;
  /** Ordered by name. */
  readonly list: (bucket: string, prefix: string, maxResults: number) => Promise<readonly StoredObject[]>;
  readonly stat: (bucket: string, name: string) => Promise<StoredObject | undefined>;
  /** Bytes from `from` up to, not including, `to`; without `to`, the rest. */
  readonly read: (bucket: string, name: string, from?: number, to?: number) => AsyncIterable<Buffer>;
}

export interface ObjectsOptions {
  /** Undefined for the process's own account. */
  readonly token: AccessToken | undefined;
  /** Empty for Google's own. */
  readonly endpoint: string;
  readonly millis?: number;
  /** How long a server may send nothing in the middle of an object. */
  readonly silentMillis?: number;
}

export interface OpenedStorage {
  readonly storage: Storage;
  readonly who: string;
}

export function openStorage({ token, endpoint }: ObjectsOptions, project = ""): OpenedStorage {
  const who = endpoint === "" ? "Cloud Storage" : `The bucket server ${new URL(endpoint).host}`;
  // A server without authentication, such as an emulator: the SDK still requires credentials.
  const given = token ?? (endpoint === "" ? undefined : { token: "none", expires: new Date(Date.now() + 365 * 86_400_000) });
  const storage = new Storage({
    ...(endpoint === "" ? {} : { apiEndpoint: endpoint }),
    ...(given === undefined ? {} : { authClient: clientWith(given) }),
    ...(project === "" ? {} : { projectId: project }),
    // Callers may retry; jobs have retries of their own.
    retryOptions: { autoRetry: false, maxRetries: 0 },
  });
  return { storage, who };
}

export function openObjects(options: ObjectsOptions): Objects {
  const { millis = 10_000, silentMillis = 30_000 } = options;
  const { storage, who } = openStorage(options);
  const request = async <T>(what: string, may: string, work: Promise<T>): Promise<T> => {
    try {
      return await within(millis, who, work);
    } catch (error) {
      throw failure(error, who, what, may);
    }
  };
  return {
    buckets: async (project, maxResults) => {
      const query = { project, maxResults, autoPaginate: false } as const;
      const [found] = await request(project, "the right to list buckets (storage.buckets.list)", storage.getBuckets(query));
      return found.map(({ name }) => name);
    },
    list: async (bucket, prefix, maxResults) => {
      const query = { prefix, maxResults, autoPaginate: false } as const;
      const [found] = await request(bucket, "the right to list objects (storage.objects.list)", storage.bucket(bucket).getFiles(query));
      return found.map(({ metadata }) => described(metadata));
    },
    stat: async (bucket, name) => {
      try {
        const [metadata] = await within(millis, who, storage.bucket(bucket).file(name).getMetadata());
        return described(metadata);
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw failure(error, who, bucket, "the right to read objects (storage.objects.get)");
      }
    },
    read: (bucket, name, from = 0, to) => {
      async function* chunks(): AsyncGenerator<Buffer> {
        const range = { start: from, ...(to === undefined ? {} : { end: to - 1 }) };
        const stream = storage
          .bucket(bucket)
          .file(name)
          .createReadStream({ ...range, validation: false, decompress: false });
        const reading = stream[Symbol.asyncIterator]();
        try {
          for (;;) {
            // Only the server's time counts: the consumer may take as long as it needs.
            const next = await within(silentMillis, who, reading.next());
            if (next.done === true) return;
            // The stream of an object yields buffers.
            yield next.value as Buffer;
          }
        } catch (error) {
          throw failure(error, who, bucket, "the right to read objects (storage.objects.get)");
        } finally {
          stream.destroy();
        }
      }
      return chunks();
    },
  };
}

interface Metadata {
  readonly name?: string | undefined;
  readonly size?: string | number | undefined;
  readonly updated?: string | undefined;
  readonly generation?: string | number | undefined;
}

function described({ name = "", size = 0, updated = "", generation = "" }: Metadata): StoredObject {
  return { name, length: Number(size), updated, generation: String(generation) };
}

export function statusOf(error: unknown): number {
  const { code } = (error instanceof Error ? error : {}) as { readonly code?: unknown };
  return Number(code);
}

export function failure(error: unknown, who: string, bucket: string, may: string): WentWrong {
  if (error instanceof WentWrong) return error;
  const status = statusOf(error);
  if (status === 403) return new WentWrong(`${who} refuses the account: in ${bucket} it needs ${may}.`);
  if (status === 404) return new WentWrong(`${who} has no bucket ${bucket}, or no such object in it.`);
  return sdkFailure(error, who, bucket, may);
}
