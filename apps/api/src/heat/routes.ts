import { linksOf, type HeatQuery } from "@airlock/contract";
import { inlined } from "@airlock/flow";
import { readDocument } from "../definition/store.ts";
import { resultLinks } from "../experiment/result-resource.ts";
import { readFrozen, readTable } from "../experiment/result-store.ts";
import { readResult } from "../experiment/result-subject.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import { servedVersions } from "../execution/served-versions.ts";
import { afterCommit, done, refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { versionState } from "../version/resource.ts";
import { versionSubject } from "../version/subject.ts";
import { heatResource } from "./resource.ts";
import { countResultHeat } from "./result-heat.ts";
import { countTableRows } from "./table-rows.ts";
import { countHeat, readNodeTimes, type HeatRange } from "./store.ts";

const defaultSeconds = 7 * 86_400;
/** The range of times that ClickHouse accepts. */
const earliest = Date.UTC(1970, 0, 1) / 1000;
const latest = Date.UTC(2200, 0, 1) / 1000;

export function heatRoutes(router: Router, parts: Parts): void {
  router.object("version.heat", versionSubject, async ({ actor, tx, query, signal }, version) => {
    const [served] = await servedVersions(tx, [version.id], 1);
    if (served === undefined) return refuse("VERSION_NOT_FOUND");
    const { definition } = served;
    const range = readRange(query, Date.now() / 1000);
    if (isRefused(range)) return range;
    const { node } = query;
    const chosen = node === undefined ? undefined : inlined(definition).nodes.find(({ id }) => id === node);
    if (node !== undefined && chosen === undefined) return invalid("node", "This version has no such node.");
    const parameters = { versionId: version.id, solutionId: version.solution_id };
    const self = linksOf("version", versionState(version), parameters, actor.permissions)["heat"];
    // After the transaction, so that a slow count holds no Postgres connection.
    return afterCommit(() =>
      unlessUnavailable(parts.log, "STATISTICS_UNAVAILABLE", async () => {
        const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
        const table = chosen?.part.type === "DecisionTable" ? { ...chosen.part, id: chosen.id } : undefined;
        const [heat, times, rows] = await Promise.all([
          countHeat(clickhouse, actor.organisationId, served, range),
          node === undefined ? undefined : readNodeTimes(clickhouse, actor.organisationId, served, range, node),
          table === undefined ? undefined : countTableRows(clickhouse, actor.organisationId, served, range, table, signal),
        ]);
        const nodeHeat = node === undefined || times === undefined ? undefined : { id: node, times, rows };
        return done(heatResource(version.id, definition, range, heat, nodeHeat, self));
      }),
    );
  });

  router.object("experimentResult.heat", readResult, async ({ actor, tx, log, signal }, row) => {
    const { layout } = await readTable(tx, row.id);
    const { definition, behaviour } = await readFrozen(tx, row.id);
    const ran = { id: row.id, layout, definition: readDocument(JSON.parse(definition), row.id), behaviour };
    return afterCommit(() =>
      unlessUnavailable(log, "RECORDS_UNAVAILABLE", async () =>
        done({
          _embedded: await countResultHeat(parts.clickhouse.forOrganisation(actor.organisationId, signal), ran),
          _links: resultLinks(actor, row),
        }),
      ),
    );
  });
}

function readRange(query: Pick<HeatQuery, "start" | "end">, now: number): HeatRange | Refused {
  const to = query.end === "-" ? now : Date.parse(query.end) / 1000;
  const from = query.start === "-" ? to - defaultSeconds : Date.parse(query.start) / 1000;
  if (!(from < to)) return invalid("start", "The start must be before the end.");
  if (from < earliest || to > latest) return invalid("start", "Ask for a time between 1970 and 2200.");
  return { from, to };
}

function invalid(field: string, message: string): Refused {
  return refuse("INVALID_REQUEST", [{ field, code: "invalid", message }]);
}
