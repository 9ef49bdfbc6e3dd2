import { linksOf, type ExecutionQuery, type Link, type List, type PastExecutionFields } from "@airlock/contract";
import { isId } from "@airlock/platform";
import { countedAs, countLimit } from "../http/page.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, refuse, type Done, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { versionState } from "../version/resource.ts";
import { versionSubject } from "../version/subject.ts";
import { readPosition, writePosition } from "./position.ts";
import { executionList, executionResource, tracedExecutionResource } from "./resource.ts";
import { servedVersions, type ServedVersion } from "./served-versions.ts";
import { countExecutions, findExecution, findExecutions } from "./store.ts";

/** Versions that are looked through at once. */
const mostVersions = 100;

export function executionRoutes(router: Router, parts: Parts): void {
  router.user("executions.list", async ({ actor, tx, query }) => {
    const versions = await servedVersions(tx, query.versions?.split(","), mostVersions);
    const self = linksOf("profile", {}, {}, actor.permissions)["executions"];
    return afterCommit(() => list(parts, actor, versions, query, self));
  });

  router.object("version.executions", versionSubject, async ({ actor, tx, query }, version) => {
    const versions = await servedVersions(tx, [version.id], 1);
    const parameters = { versionId: version.id, solutionId: version.solution_id };
    const self = linksOf("version", versionState(version), parameters, actor.permissions)["executions"];
    return afterCommit(() => list(parts, actor, versions, query, self));
  });

  router.user("execution.read", ({ actor, params }) => {
    const read = async () => {
      if (!isId(params.executionId)) return refuse("EXECUTION_NOT_FOUND");
      const row = await remembered(parts, () => findExecution(parts.clickhouse, actor.organisationId, params.executionId));
      if (row === "away") return refuse("EXECUTIONS_UNAVAILABLE");
      if (row === undefined) return refuse("EXECUTION_NOT_FOUND");
      const [version] = await parts.postgres.inOrganisation(actor, (tx) => servedVersions(tx, [row.version], 1));
      return version === undefined ? refuse("EXECUTION_NOT_FOUND") : done(tracedExecutionResource(actor, row, version));
    };
    return Promise.resolve(afterCommit(read));
  });
}

/** After the transaction, so that a slow search holds no connection to Postgres. */
async function list(
  parts: Parts,
  actor: Actor,
  versions: readonly ServedVersion[],
  query: ExecutionQuery,
  self: Link | undefined,
): Promise<Done<List<PastExecutionFields>> | Refused> {
  const after = query.after === undefined ? undefined : readPosition(query.after);
  if (query.after !== undefined && after === undefined) {
    return refuse("INVALID_REQUEST", [{ field: "after", code: "unknown", message: "Use the address of a next link as it is." }]);
  }
  const found = await remembered(parts, () =>
    Promise.all([
      findExecutions(parts.clickhouse, actor.organisationId, versions, query, after),
      countExecutions(parts.clickhouse, actor.organisationId, versions, query, countLimit + 1),
    ]),
  );
  if (found === "away") return refuse("EXECUTIONS_UNAVAILABLE");
  const [rows, count] = found;
  const byId = new Map(versions.map((version) => [version.id, version]));
  const page = rows.slice(0, query.limit);
  const items = page.flatMap((row) => {
    const version = byId.get(row.version);
    return version === undefined ? [] : [executionResource(actor, row, version)];
  });
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  return done(executionList(items, countedAs(count), self, last && nextQuery(query, writePosition(last))));
}

function nextQuery(query: ExecutionQuery, after: string): string {
  const given = Object.entries({ ...query, after: undefined }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams([...given, ["after", after]] as [string, string][]).toString();
}

async function remembered<Answer>(parts: Parts, ask: () => Promise<Answer>): Promise<Answer | "away"> {
  try {
    return await ask();
  } catch (error) {
    parts.log.warn({ err: error }, "executions are not available");
    return "away";
  }
}
