import { Readable } from "node:stream";
import { recordAccess, type Origin } from "../audit/record-access.ts";
import { asking } from "../bucket/file-source-of.ts";
import type { FileAnswer } from "../http/call.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import type { Subject } from "../http/subject.ts";
import { afterCommit, done, nothing, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { findRollout } from "../rollout/store.ts";
import { exportList, exportName, exportResource, exportState } from "./resource.ts";
import { cancelExport, countUnfinished, createExport, deleteExport, findExport, listExports, type ExportRow } from "./store.ts";

const exportSubject: Subject<"export", ExportRow> = {
  resource: "export",
  parameter: "exportId",
  missing: "EXPORT_NOT_FOUND",
  find: findExport,
  state: exportState,
};

/** Limit of unfinished exports per organisation, so that one cannot fill the queue for others. */
const maxUnfinished = 10;
const contentTypes = { csv: "text/csv", parquet: "application/vnd.apache.parquet" } as const;

export function exportRoutes(router: Router, parts: Parts): void {
  router.user("exports.list", async ({ actor, tx, query }) => {
    const page = await listExports(tx, query);
    return isRefused(page) ? page : done(exportList(actor, query, page));
  });

  router.user("exports.create", async ({ actor, tx, body, ids }) => {
    if ((await countUnfinished(tx)) >= maxUnfinished) return refuse("TOO_MANY_EXPORTS");
    const { rollout } = body;
    if (rollout !== undefined && (await findRollout(tx, rollout, false)) === undefined) return refuse("ROLLOUT_NOT_FOUND");
    const id = await createExport(tx, actor, body);
    await parts.jobs.send(tx, "export.run", { organisationId: actor.organisationId, exportId: id }, ids);
    const row = await findExport(tx, id, false);
    return row === undefined ? refuse("EXPORT_NOT_FOUND") : done(exportResource(actor, row));
  });

  router.object("export.read", exportSubject, ({ actor }, row) => Promise.resolve(done(exportResource(actor, row))));

  router.object("export.delete", exportSubject, async ({ actor, tx, ids }, row) => {
    if (row.status === "waiting" || row.status === "running") {
      await cancelExport(tx, row.id);
      return nothing;
    }
    await deleteExport(tx, row.id);
    const { object } = row;
    if (object !== null) await parts.jobs.send(tx, "export.remove", { organisationId: actor.organisationId, object }, ids);
    return nothing;
  });

  router.object("export.file", exportSubject, ({ actor, ids, address }, row) =>
    Promise.resolve(afterCommit(() => open(row, actor, { ids, address }))),
  );

  async function open(row: ExportRow, actor: Actor, origin: Origin) {
    const { object } = row;
    if (object === null) return refuse("EXPORT_NOT_DONE");
    const stored = await asking("STORAGE_UNAVAILABLE", async () => (await parts.ownBucket.stat(object)) ?? refuse("EXPORT_NOT_FOUND"));
    if (isRefused(stored)) return stored;
    const access = { noun: "export", change: "downloaded", recordId: row.id, recordName: exportName(row) } as const;
    await parts.postgres.inOrganisation(actor, (tx) => recordAccess(tx, origin, access));
    const answer: FileAnswer = {
      name: exportName(row),
      contentType: contentTypes[row.format],
      bytes: stored.length,
      content: Readable.from(parts.ownBucket.read(object), { objectMode: false }),
    };
    return done(answer);
  }
}
