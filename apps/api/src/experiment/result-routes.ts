import { openLists } from "@airlock/backend/lists";
import type { FieldProblem } from "@airlock/contract";
import { readDocument } from "../definition/store.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import { afterCommit, done, nothing, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { modelsFor } from "../prediction/models-for.ts";
import { marksOf } from "./marks.ts";
import { findRecords, readRecords } from "./records.ts";
import { resultLinks, resultResource } from "./result-resource.ts";
import { cancelResult, deleteResult, findResult, readFrozen, readTable, saveGraph } from "./result-store.ts";
import type { DatasourceState } from "@airlock/backend/datasets";
import { readResult, resultSubject } from "./result-subject.ts";
import { modelsAndLists } from "./models-and-lists.ts";
import { traceOf } from "./trace.ts";

/** The number of rows that the visualiser starts with, by the specification. */
const shownRecords = 1000;

export function resultRoutes(router: Router, parts: Parts): void {
  router.object("experimentResult.read", resultSubject, ({ actor }, row) => Promise.resolve(done(resultResource(actor, row))));

  router.object("experimentResult.cancel", resultSubject, async ({ actor, tx }, row) => {
    await cancelResult(tx, row.id);
    const cancelled = await findResult(tx, row.id, false);
    return cancelled === undefined ? refuse("EXPERIMENT_RESULT_NOT_FOUND") : done(resultResource(actor, cancelled));
  });

  router.object("experimentResult.delete", resultSubject, async ({ actor, tx, ids }, row) => {
    await deleteResult(tx, row.id);
    await parts.jobs.send(tx, "experiment.remove", { organisationId: actor.organisationId, resultIds: [row.id] }, ids);
    return nothing;
  });

  router.object("experimentResult.graph", resultSubject, async ({ actor, tx, body }, row) => {
    await saveGraph(tx, row.id, body);
    const { graph } = resultLinks(actor, row);
    return done({ _embedded: { graph: body }, _links: graph === undefined ? {} : { self: graph } });
  });

  router.object("experimentResult.details", resultSubject, async ({ actor, tx, log, signal }, row) => {
    const { layout, fields, graph } = await readTable(tx, row.id);
    return afterCommit(async () => {
      const records = await unlessUnavailable(log, "RECORDS_UNAVAILABLE", () =>
        readRecords(parts.clickhouse.forOrganisation(actor.organisationId, signal), row.id, { layout, fields }, { limit: shownRecords }),
      );
      if (isRefused(records)) return records;
      return done({
        _embedded: {
          results: records.map(({ shown }) => shown),
          fields: [...fields],
          resultsCount: Number(row.rows),
          graph,
          created: row.created_at.toISOString(),
          experimentConfigWss: row.experiment_id,
          experimentResultWss: row.id,
          experimentName: row.experiment_name,
          solutionName: row.solution_name,
          datasourceName: (row.datasource as DatasourceState).name, // Written by the api.
          records: row.records,
        },
        _links: resultLinks(actor, row),
      });
    });
  });

  router.object("experimentResult.marks", readResult, async ({ actor, tx, body, log, signal }, row) => {
    const table = await readTable(tx, row.id);
    return afterCommit(async () => {
      const answer = await unlessUnavailable(log, "RECORDS_UNAVAILABLE", () =>
        marksOf(parts.clickhouse.forOrganisation(actor.organisationId, signal), row.id, table, body),
      );
      if (isProblems(answer)) return refuse("INVALID_REQUEST", answer);
      return isRefused(answer) ? answer : done({ _embedded: answer, _links: resultLinks(actor, row) });
    });
  });

  router.object("experimentResult.records", readResult, async ({ actor, tx, body, log, signal }, row) => {
    const table = await readTable(tx, row.id);
    return afterCommit(async () => {
      const answer = await unlessUnavailable(log, "RECORDS_UNAVAILABLE", () =>
        findRecords(parts.clickhouse.forOrganisation(actor.organisationId, signal), row.id, table, body),
      );
      if (isProblems(answer)) return refuse("INVALID_REQUEST", answer);
      return isRefused(answer) ? answer : done({ _embedded: answer, _links: resultLinks(actor, row) });
    });
  });

  router.object("experimentResult.record", resultSubject, async ({ actor, tx, params, log, signal }, row) => {
    if (!/^[1-9]\d{0,14}$/.test(params.row)) return refuse("EXPERIMENT_RECORD_NOT_FOUND");
    const number = Number(params.row);
    const table = await readTable(tx, row.id);
    const { definition, behaviour } = await readFrozen(tx, row.id);
    const document = readDocument(JSON.parse(definition), row.id);
    const models = await modelsFor(tx, document);
    return afterCommit(async () => {
      const found = await unlessUnavailable(log, "RECORDS_UNAVAILABLE", () =>
        readRecords(parts.clickhouse.forOrganisation(actor.organisationId, signal), row.id, table, { after: number - 1, limit: 1 }),
      );
      if (isRefused(found)) return found;
      const [record] = found;
      if (record?.shown.row !== number) return refuse("EXPERIMENT_RECORD_NOT_FOUND");
      const lists = await openLists(parts.postgres, actor, document.lists);
      return done({
        _embedded: await traceOf(row.id, document, behaviour, modelsAndLists(models, lists), record),
        _links: resultLinks(actor, row),
      });
    });
  });
}

function isProblems(answer: object): answer is readonly FieldProblem[] {
  return Array.isArray(answer);
}
