import type { ExecutionCondition } from "@airlock/backend/executions";
import { linksOf, type ExecutionQuery, type Link, type List, type PastExecutionFields } from "@airlock/contract";
import { isId } from "@airlock/platform";
import { countedAs, countLimit } from "../http/page.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import { recordAccess } from "../audit/record-access.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, refuse, type Done, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { versionState } from "../version/resource.ts";
import { versionSubject } from "../version/subject.ts";
import { findCaller } from "./caller.ts";
import { lookUp } from "./look-up.ts";
import { readPosition, writePosition } from "./position.ts";
import { executionList, executionResource, tracedExecutionResource } from "./resource.ts";
import { servedVersions, type ServedVersion } from "./served-versions.ts";
import { countExecutions, findExecution, findExecutions } from "./store.ts";

/** Limit of versions that are searched. */
const maxVersions = 100;

export function executionRoutes(router: Router, parts: Parts): void {
  router.user("executions.list", async ({ actor, tx, query, signal }) => {
    const versions = await servedVersions(tx, query.versions?.split(","), maxVersions);
    const self = linksOf("profile", {}, {}, actor.permissions)["executions"];
    const isEvery = query.versions === undefined;
    return afterCommit(() => list(parts, { actor, signal }, { versions, isEvery }, query, self));
  });

  router.object("version.executions", versionSubject, async ({ actor, tx, query, signal }, version) => {
    const versions = await servedVersions(tx, [version.id], 1);
    const parameters = { versionId: version.id, solutionId: version.solution_id };
    const self = linksOf("version", versionState(version), parameters, actor.permissions)["executions"];
    return afterCommit(() => list(parts, { actor, signal }, { versions, isEvery: false }, query, self));
  });

  router.user("execution.read", ({ actor, params, ids, address, signal }) => {
    const read = async () => {
      if (!isId(params.executionId)) return refuse("EXECUTION_NOT_FOUND");
      const row = await unlessUnavailable(parts.log, "EXECUTIONS_UNAVAILABLE", () =>
        findExecution(parts.clickhouse.forOrganisation(actor.organisationId, signal), actor.organisationId, params.executionId),
      );
      if (isRefused(row)) return row;
      if (row === undefined) return refuse("EXECUTION_NOT_FOUND");
      const found = await parts.postgres.inOrganisation(actor, async (tx) => {
        const [version] = await servedVersions(tx, [row.version], 1);
        if (version === undefined) return undefined;
        const recordName = `${version.solutionName}: ${version.name}`;
        const caller = await findCaller(tx, row);
        await recordAccess(tx, { ids, address }, { noun: "execution", change: "read", recordId: row.id, recordName });
        return { version, caller };
      });
      return found === undefined ? refuse("EXECUTION_NOT_FOUND") : done(tracedExecutionResource(actor, row, found.version, found.caller));
    };
    return Promise.resolve(afterCommit(read));
  });
}

/** After the transaction, so that a slow search holds no Postgres connection. */
async function list(
  parts: Parts,
  { actor, signal }: { readonly actor: Actor; readonly signal: AbortSignal },
  of: SearchedVersions,
  query: ExecutionQuery,
  self: Link | undefined,
): Promise<Done<List<PastExecutionFields>> | Refused> {
  const after = query.after === undefined ? undefined : readPosition(query.after);
  if (query.after !== undefined && after === undefined) {
    return refuse("INVALID_REQUEST", [{ field: "after", code: "unknown", message: "Use the address of a next link as it is." }]);
  }
  const isSlowest = query.order === "slowest";
  if (isSlowest && (query.from === undefined || after !== undefined)) {
    // Sorting by duration reads every match, and the cursor of a page is a time.
    const message = "The slowest executions need a start, and are one page.";
    return refuse("INVALID_REQUEST", [{ field: after === undefined ? "from" : "after", code: "invalid", message }]);
  }
  const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
  const search = async (versions: readonly ServedVersion[], filters: ExecutionQuery, exact: readonly ExecutionCondition[]) => {
    const [rows, count] = await Promise.all([
      findExecutions(clickhouse, actor.organisationId, versions, filters, after, exact),
      countExecutions(clickhouse, actor.organisationId, versions, filters, countLimit + 1, exact),
    ]);
    return { rows, count, versions };
  };
  const found = await unlessUnavailable(parts.log, "EXECUTIONS_UNAVAILABLE", async () => {
    const text = query.id ?? query.search;
    const named = text === undefined ? undefined : await lookUp(clickhouse, actor.organisationId, text);
    const exact = named && (await versionsOf(parts, actor, of, named.versionIds));
    if (named !== undefined && exact !== undefined && exact.length > 0) {
      const others = query.id === undefined ? { ...query, search: undefined } : { ...query, id: undefined };
      const found = await search(exact, others, [named.condition]);
      if (found.rows.length > 0) return found;
    }
    return search(query.id === undefined ? of.versions : [], query, []);
  });
  if (isRefused(found)) return found;
  const { rows, count, versions } = found;
  const byId = new Map(versions.map((version) => [version.id, version]));
  const page = rows.slice(0, query.limit);
  const items = page.flatMap((row) => {
    const version = byId.get(row.version);
    return version === undefined ? [] : [executionResource(actor, row, version)];
  });
  const last = rows.length > query.limit && !isSlowest ? page.at(-1) : undefined;
  return done(executionList(items, countedAs(count), self, last && nextQuery(query, writePosition(last))));
}

/** The versions whose executions are searched. `isEvery`: the latest, because the call named none. */
interface SearchedVersions {
  readonly versions: readonly ServedVersion[];
  readonly isEvery: boolean;
}

/** Those of the searched versions that have these ids. A call that named no version searches older ones, too. */
async function versionsOf(
  parts: Parts,
  actor: Actor,
  { versions, isEvery }: SearchedVersions,
  ids: readonly string[],
): Promise<readonly ServedVersion[]> {
  const known = versions.filter(({ id }) => ids.includes(id));
  if (!isEvery || known.length === ids.length) return known;
  return parts.postgres.inOrganisation(actor, (tx) => servedVersions(tx, ids, maxVersions));
}

function nextQuery(query: ExecutionQuery, after: string): string {
  const given = Object.entries({ ...query, after: undefined }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams([...given, ["after", after]] as [string, string][]).toString();
}
