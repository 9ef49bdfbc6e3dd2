import { Storage } from "@google-cloud/storage";
import { clientWith } from "../google/client.ts";
import type { AccessToken } from "../google/service-account-token.ts";
import { sdkFailure, within } from "../google/went-wrong.ts";

export interface ListBucketsOptions {
  readonly token: AccessToken;
  /** Empty for Google's own. */
  readonly endpoint: string;
  readonly project: string;
  readonly maxResults: number;
  readonly millis?: number;
}

/** The names of the first buckets of a project. Rejects with `WentWrong`. */
export async function listBuckets(options: ListBucketsOptions): Promise<readonly string[]> {
  const { token, endpoint, project, maxResults, millis = 5_000 } = options;
  const who = endpoint === "" ? "Cloud Storage" : `The bucket server ${new URL(endpoint).host}`;
  const storage = new Storage({
    ...(endpoint === "" ? {} : { apiEndpoint: endpoint }),
    authClient: clientWith(token),
    projectId: project,
    // A user is waiting and may retry.
    retryOptions: { autoRetry: false, maxRetries: 0 },
  });
  try {
    const [buckets] = await within(millis, who, storage.getBuckets({ project, maxResults, autoPaginate: false }));
    return buckets.map(({ name }) => name);
  } catch (error) {
    throw sdkFailure(error, who, project, "the right to list buckets (storage.buckets.list)");
  }
}
