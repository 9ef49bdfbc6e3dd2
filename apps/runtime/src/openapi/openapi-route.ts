import type { IncomingMessage, ServerResponse } from "node:http";
import { basePath, versionOpenApi, type DeploymentEntry, type Problem } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { idFromHeader } from "../id-from-header.ts";
import type { Keys } from "../key/keys.ts";
import { answerProblem } from "../problem-answer.ts";

export interface OpenApiRouteOptions {
  readonly keys: Pick<Keys, "authenticate">;
  /** The last good entry of a version. Parsed when it is asked for: deployments keep only their plans. */
  readonly entryOf: (versionId: string) => DeploymentEntry | undefined;
  readonly serverUrl: string;
  readonly maxBodyBytes: number;
}

const openApiPath = new RegExp(`^${basePath}/(?:[^/?]+/)*versions/([0-9A-Za-z_-]{1,64})/openapi(?:\\?|$)`);

/**
 * `GET .../versions/{id}/openapi` with the key of a system account: who may call a version may read how. The edge sends signed-in users to the
 * api, which has the same document for them.
 */
export function createOpenApiRoute({ keys, entryOf, serverUrl, maxBodyBytes }: OpenApiRouteOptions) {
  function documentOf(authorization: string | undefined, versionId: string): Problem | { readonly text: string } {
    const caller = keys.authenticate(authorization, Date.now());
    if (caller === undefined) return { code: "KEY_INVALID" };
    if (!caller.mayExecute) return { code: "PERMISSION_MISSING", details: { permission: "solution.execute" } };
    const entry = entryOf(versionId);
    if (entry === undefined || entry.organisationId !== caller.organisationId) return { code: "VERSION_NOT_FOUND" };
    const { solution = entry.solutionId, version = versionId, description = "" } = entry.names ?? {};
    const document = versionOpenApi({
      versionId,
      versionName: version,
      versionDescription: description,
      solutionName: solution,
      definition: entry.definition,
      serverUrl,
      maxBodyBytes,
    });
    return { text: JSON.stringify(document) };
  }

  return {
    /** False when the address is another one. */
    handle: (request: IncomingMessage, response: ServerResponse): boolean => {
      // Decisions pass here first: their method is compared before their address is searched.
      if (request.method !== "GET") return false;
      const versionId = openApiPath.exec(request.url ?? "")?.[1];
      if (versionId === undefined) return false;
      const correlationId = idFromHeader(request.headers["x-correlation-id"]) ?? newId();
      const found = documentOf(request.headers.authorization, versionId);
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
