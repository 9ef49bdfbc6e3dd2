import { countListRows, createSqlLists } from "@airlock/backend/lists";
import { readSqlModels } from "@airlock/backend/models";
import { compile } from "@airlock/engine";
import { withThresholds } from "@airlock/flow";
import { readDocument } from "../definition/store.ts";
import { reasonsOf } from "../definition/reasons-of.ts";
import { resultLinks } from "../experiment/result-resource.ts";
import { readFrozen, readTable } from "../experiment/result-store.ts";
import { readResult } from "../experiment/result-subject.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import { afterCommit, done, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { measurableColumns, measuresOf } from "./measures.ts";
import { countedValues } from "./counted-values.ts";
import { dragOf, endsOf } from "./drag.ts";
import type { ChangedFlow } from "./what-if-query.ts";
import { whatIf } from "./what-if.ts";

/** A request loads the lists of its flow into ClickHouse, so their size limits how long it takes. */
const maxListRows = 100_000;

export function whatIfRoutes(router: Router, parts: Parts): void {
  router.object("experimentResult.definition", readResult, async ({ actor, tx }, row) => {
    const { definition } = await readFrozen(tx, row.id);
    const ran = { definition: readDocument(JSON.parse(definition), row.id), measurable: await measurableColumns(tx, actor, row) };
    return done({ _embedded: ran, _links: resultLinks(actor, row) });
  });

  router.object("experimentResult.whatIf", readResult, async ({ actor, tx, body, log, signal }, row) => {
    const { layout, fields } = await readTable(tx, row.id);
    const frozen = await readFrozen(tx, row.id);
    const definition = readDocument(JSON.parse(frozen.definition), row.id);
    const drag = body.drag && dragOf(definition, body.drag);
    if (body.drag !== undefined && drag === undefined) {
      const message = "A dragged number separates the values of one field, and its positions ascend; this one does not, or they do not.";
      return refuse("INVALID_REQUEST", [{ field: "drag", code: "unknown", message }]);
    }
    const flows: ChangedFlow[] = [];
    for (const changes of body.drag === undefined ? [body.changes] : endsOf(body.changes, body.drag)) {
      const changed = withThresholds(definition, changes);
      if (changed === undefined) {
        return refuse("INVALID_REQUEST", [
          { field: "changes", code: "unknown", message: "A change names no number of the flow that ran." },
        ]);
      }
      const compiled = compile(changed, frozen.behaviour);
      if (!compiled.ok) return refuse("INVALID_SOLUTION_DEFINITION", reasonsOf(compiled.findings));
      flows.push({ definition: changed, changes });
    }
    const measures = await measuresOf(tx, actor, row, body.measures);
    if (measures === undefined) {
      const message = "A measure is the mean of a column of numbers, or the share of a value in a column of texts; one of them is neither.";
      return refuse("INVALID_REQUEST", [{ field: "measures", code: "unknown", message }]);
    }
    const values = countedValues(definition, fields, body.values);
    if (values === undefined) {
      const message = "Values are counted of a number field at a node of the flow that ran; one of them is not.";
      return refuse("INVALID_REQUEST", [{ field: "values", code: "unknown", message }]);
    }
    if ((await countListRows(tx, definition)) > maxListRows) {
      const message = `The lists of this flow have more than ${maxListRows.toLocaleString("en")} rows. Run an experiment with the changed numbers instead.`;
      return refuse("INVALID_REQUEST", [{ field: "changes", code: "TOO_LARGE", message }]);
    }
    const outcomes = row.outcomes as { readonly field: string | null } | null; // written by the worker
    const outcomeField = outcomes?.field?.replace(/^runtime\./, "") ?? null;
    const { behaviour } = frozen;
    const models = await readSqlModels(tx, definition);
    const ran = {
      id: row.id,
      layout,
      fields,
      definition,
      behaviour,
      models,
      rows: Number(row.rows),
      outcomeField,
      datasourceId: row.datasource_id,
    };
    return afterCommit(() =>
      unlessUnavailable(log, "RECORDS_UNAVAILABLE", async () => {
        const answer = await whatIf(parts.clickhouse.forOrganisation(actor.organisationId, signal), ran, flows, {
          drag,
          focus: body.focus,
          values,
          measures,
          drop: parts.clickhouse.command,
          createLists: (prefix) => createSqlLists(parts, actor, definition, prefix),
        });
        if (typeof answer !== "string") return done({ _embedded: answer, _links: resultLinks(actor, row) });
        return refuse("INVALID_SOLUTION_DEFINITION", [{ field: "changes", code: "NOT_RUNNABLE", message: answer }]);
      }),
    );
  });
}
