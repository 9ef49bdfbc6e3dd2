import type { ConnectionCheck } from "@airlock/contract";
import { listBuckets } from "@airlock/platform/buckets";
import { requestAccessToken, WentWrong, type AccessToken, type ServiceAccount } from "@airlock/platform/service-account";
import { listDatasets } from "@airlock/platform/warehouse";
import type { GoogleEndpoints } from "@airlock/platform/stored-account";

/** The first few names are enough for a user to recognise the project. */
const maxResults = 20;

/**
 * Makes the same read-only calls as the product would with the account, and reports the result of each step. Steps that depend on a failed one are
 * reported as not tried.
 */
export async function testConnection(
  google: GoogleEndpoints,
  account: ServiceAccount,
  projects: readonly string[],
  millis?: number,
): Promise<ConnectionCheck[]> {
  const limit = millis === undefined ? {} : { millis };
  let token: AccessToken;
  try {
    token = await requestAccessToken(account, google.token, millis);
  } catch (error) {
    const sentence = sentenceOf(error);
    const untried = "Not tried, because there is no token.";
    return [
      { what: "token", ok: false, sentence, seen: [] },
      { what: "buckets", ok: false, sentence: untried, seen: [] },
      { what: "bigquery", ok: false, sentence: untried, seen: [] },
    ];
  }
  const where = projects.length === 1 ? `project ${projects[0] ?? ""}` : `projects ${projects.join(", ")}`;
  const [buckets, bigquery] = await Promise.all([
    look("buckets", ["bucket", "buckets"], where, async () =>
      (
        await Promise.all(projects.map((project) => listBuckets({ token, endpoint: google.storage, project, maxResults, ...limit })))
      ).flat(),
    ),
    look("bigquery", ["dataset", "datasets"], where, async () =>
      (
        await Promise.all(projects.map((project) => listDatasets({ token, endpoint: google.bigquery, project, maxResults, ...limit })))
      ).flat(),
    ),
  ]);
  return [{ what: "token", ok: true, sentence: `The key of ${account.clientEmail} is accepted.`, seen: [] }, buckets, bigquery];
}

async function look(
  what: "buckets" | "bigquery",
  [one, many]: readonly [string, string],
  where: string,
  list: () => Promise<readonly string[]>,
): Promise<ConnectionCheck> {
  try {
    const seen = [...new Set(await list())].slice(0, maxResults);
    if (seen.length === 0) return { what, ok: false, sentence: `The account may look, but there are no ${many} in ${where}.`, seen };
    const count = seen.length === maxResults ? `the first ${maxResults}` : String(seen.length);
    return { what, ok: true, sentence: `Sees ${count} ${seen.length === 1 ? one : many} in ${where}.`, seen };
  } catch (error) {
    return { what, ok: false, sentence: sentenceOf(error), seen: [] };
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof WentWrong) return error.message;
  throw error;
}
