import type { IncomingMessage, ServerResponse } from "node:http";
import { basePath, decidePath, versionOpenApi, type DeploymentEntry, type Problem } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { idFromHeader } from "../id-from-header.ts";
import type { Keys } from "../key/keys.ts";
import { answerProblem } from "../problem-answer.ts";
import type { Releases } from "../release/releases.ts";

export interface OpenApiRouteOptions {
  readonly keys: Pick<Keys, "authenticate">;
  /** The last good entry of a version. Parsed on request: deployments keep only their plans in memory. */
  readonly entryOf: (versionId: string) => DeploymentEntry | undefined;
  readonly releases: Pick<Releases, "find">;
  readonly serverUrl: string;
  readonly maxBodyBytes: number;
}

const ofVersion = new RegExp(`^${basePath}/(?:[^/?]+/)*versions/([0-9A-Za-z_-]{1,64})/openapi(?:\\?|$)`);
const ofSolution = new RegExp(`^${decidePath}/([a-z0-9-]{1,60})/openapi(?:\\?|$)`);

/** What the requested document describes. */
type Subject = { readonly versionId: string } | { readonly solutionKey: string };

function subjectOf(url: string): Subject | undefined {
  const versionId = ofVersion.exec(url)?.[1];
  if (versionId !== undefined) return { versionId };
  const solutionKey = ofSolution.exec(url)?.[1];
  return solutionKey === undefined ? undefined : { solutionKey };
}

/**
 * `GET .../versions/{id}/openapi` and `GET /dme/decide/v1/{key}/openapi` with the key of a system account: a caller of a version or a solution may
 * read its document. The edge routes signed-in users to the api, which serves them the document of a version.
 */
export function createOpenApiRoute({ keys, entryOf, releases, serverUrl, maxBodyBytes }: OpenApiRouteOptions) {
  function documentOf(authorization: string | undefined, subject: Subject): Problem | { readonly text: string } {
    const caller = keys.authenticate(authorization, Date.now());
    if (caller === undefined) return { code: "KEY_INVALID" };
    if (!caller.mayExecute) return { code: "PERMISSION_MISSING", details: { permission: "solution.execute" } };
    const released = "solutionKey" in subject ? releases.find(caller.organisationId, subject.solutionKey, Date.now()) : undefined;
    const versionId = "versionId" in subject ? subject.versionId : (released?.versionId ?? "");
    const entry = entryOf(versionId);
    if (entry === undefined || entry.organisationId !== caller.organisationId) {
      return { code: "versionId" in subject ? "VERSION_NOT_FOUND" : "SOLUTION_NOT_RELEASED" };
    }
    const { solution = entry.solutionId, version = versionId, description = "" } = entry.names ?? {};
    const document = versionOpenApi({
      versionId,
      versionName: version,
      versionDescription: description,
      solutionName: solution,
      definition: entry.definition,
      serverUrl,
      maxBodyBytes,
      ...("solutionKey" in subject ? { solutionKey: subject.solutionKey } : {}),
    });
    return { text: JSON.stringify(document) };
  }

  return {
    /** Returns false for any other path. */
    handle: (request: IncomingMessage, response: ServerResponse): boolean => {
      // Decisions pass through here first, so the method is compared before the path is searched.
      if (request.method !== "GET") return false;
      const subject = subjectOf(request.url ?? "");
      if (subject === undefined) return false;
      const correlationId = idFromHeader(request.headers["x-correlation-id"]) ?? newId();
      const found = documentOf(request.headers.authorization, subject);
      if ("code" in found) {
        const headers = found.code === "KEY_INVALID" ? { "www-authenticate": "Bearer" } : undefined;
        answerProblem(response, found, { correlationId, headers });
        return true;
      }
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store", "x-correlation-id": correlationId });
      response.end(found.text);
      return true;
    },
  };
}
