import { BigQuery } from "@google-cloud/bigquery";
import { clientWith } from "./client.ts";
import type { AccessToken } from "./service-account-token.ts";
import { sdkFailure, within } from "./went-wrong.ts";

export interface ListDatasetsOptions {
  readonly token: AccessToken;
  /** Empty for Google's own. */
  readonly endpoint: string;
  readonly project: string;
  readonly maxResults: number;
  readonly millis?: number;
}

/** The names of the first datasets of a project. Rejects with `WentWrong`. */
export async function listDatasets(options: ListDatasetsOptions): Promise<readonly string[]> {
  const { token, endpoint, project, maxResults, millis = 5_000 } = options;
  const who = endpoint === "" ? "BigQuery" : `The warehouse ${new URL(endpoint).host}`;
  const bigquery = new BigQuery({
    ...(endpoint === "" ? {} : { apiEndpoint: endpoint }),
    authClient: clientWith(token),
    projectId: project,
    autoRetry: false,
    maxRetries: 0,
  });
  try {
    const [datasets] = await within(millis, who, bigquery.getDatasets({ projectId: project, maxResults, autoPaginate: false }));
    return datasets.flatMap(({ id }) => (id === undefined ? [] : [id]));
  } catch (error) {
    throw sdkFailure(error, who, project, "the right to see datasets (bigquery.datasets.get)");
  }
}
