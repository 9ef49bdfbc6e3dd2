import { columnTypeOf, readFileAddress, type DatasourceColumn, type DatasourceCreate } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { ownFiles } from "@airlock/platform/file-source";
import { sourceColumnType, withSourceTable } from "@airlock/platform/source-table";
import { lookInto } from "../bucket/look-into.ts";
import { asking, atFileSource, findHome } from "../bucket/file-source-of.ts";
import { can } from "../can.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { UserCall } from "../http/call.ts";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { cancelImport, countUnfinished } from "../import/store.ts";
import { afterCommit, done, nothing, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { tableNameOf } from "./table-name-of.ts";
import { recordsOf } from "./records-of.ts";
import { datasourceLinks, datasourceList, datasourceResource, datasourceState } from "./resource.ts";
import { askingSource, sourceAccess, sourceTableGone } from "./source.ts";
import {
  createDatasource,
  createImport,
  deleteDatasource,
  findDatasource,
  keepCount,
  listDatasources,
  updateDatasource,
  type DatasourceRow,
} from "./store.ts";
import { openTables } from "./warehouse.ts";

type Create<Type extends DatasourceCreate["type"]> = Extract<DatasourceCreate, { readonly type: Type }>;
type CreateCall = UserCall<"datasources.create">;

/** Limit of unfinished imports per organisation, so that one cannot fill the queue for others. */
const maxUnfinished = 10;

const datasourceSubject: Subject<"datasource", DatasourceRow> = {
  resource: "datasource",
  parameter: "datasourceId",
  missing: "DATASOURCE_NOT_FOUND",
  find: findDatasource,
  state: datasourceState,
};

export function datasourceRoutes(router: Router, parts: Parts): void {
  const { postgres } = parts;

  router.user("datasources.list", async ({ actor, tx, query }) => {
    const page = await listDatasources(tx, actor, query);
    return isRefused(page) ? page : done(datasourceList(actor, query, page));
  });

  router.user("datasources.create", (call) => {
    const { body } = call;
    if (body.type === "Postgres") return createFromDatabase(call, body);
    return body.type === "BigQuery" ? createFromTable(call, body) : createFromFile(call, body);
  });

  async function createFromFile({ actor, tx, ids, signal, resume }: CreateCall, body: Create<"LinkedStorage">) {
    // Registering a file imports it.
    if (!actor.permissions.has("imports.*")) {
      return { kind: "refused", problem: { code: "PERMISSION_MISSING", details: { permission: "imports.*" } } } as const;
    }
    const wrong = wrongColumns(body);
    if (wrong !== undefined) return refuse("INVALID_REQUEST", [wrong]);
    return atFileSource(parts, { actor, tx }, body.projectId, async (fileSource) => {
      const place = readFileAddress(body.fileName, body.projectId);
      if (place === undefined || !fileSource.knows(place.bucket, body.projectId)) return refuse("BUCKET_NOT_FOUND");
      const look = await lookInto(parts.parquetLooks, { ...actor, signal }, { fileSource, ...place });
      if (isRefused(look)) return look;
      if (look.definition.format === "parquet" && body.columns.some(({ reading }) => reading !== undefined)) {
        return refuse("INVALID_REQUEST", [{ field: "columns", code: "reading", message: "Parquet files need no formats of their cells." }]);
      }
      const names = look.definition.columns.map(({ name }) => name);
      if (names.length !== body.columns.length || body.columns.some(({ name }, at) => name !== names[at])) return refuse("FILE_CHANGED");
      return resume(async (own, now) => {
        if ((await countUnfinished(own)) >= maxUnfinished) return refuse("TOO_MANY_IMPORTS");
        const id = await createDatasource(own, now, {
          name: body.name,
          type: "LinkedStorage",
          tableType: body.tableType,
          tableName: tableNameOf(place.name),
          projectId: body.projectId,
          bucket: fileSource.isOwn ? "" : place.bucket,
          object: place.name,
          columns: columnsFrom(body.columns),
          selectedColumns: body.selectedColumns,
          status: "importing",
        });
        const importId = await createImport(own, now, id, look);
        await parts.jobs.send(own, "datasource.import", { organisationId: now.organisationId, importId }, ids);
        return read(own, now, id);
      });
    });
  }

  async function createFromTable({ actor, tx, resume }: CreateCall, body: Create<"BigQuery">) {
    const home = await findHome(tx, parts, actor);
    if (isRefused(home)) return home;
    if (home.kind === "airlock") return refuse("WAREHOUSE_NOT_USED");
    return afterCommit(() =>
      asking("WAREHOUSE_UNAVAILABLE", async () => {
        const tables = await openTables(parts, home);
        const [place, ...others] = await tables.find(home.projects, body.tableName);
        const details = { table: body.tableName, where: home.projects.map((project) => `project ${project}`).join(", ") };
        if (place === undefined) return { kind: "refused", problem: { code: "TABLE_NOT_FOUND", details } } as const;
        if (others.length > 0) {
          const where = [place, ...others].map(({ projectId, dataset }) => `${projectId}.${dataset}`).join(", ");
          return { kind: "refused", problem: { code: "TABLE_AMBIGUOUS", details: { where } } } as const;
        }
        const described = await tables.describe(place);
        if (described === undefined) return { kind: "refused", problem: { code: "TABLE_NOT_FOUND", details } } as const;
        return resume(async (own, now) => {
          const columns = columnsFrom(described.columns);
          const id = await createDatasource(own, now, {
            name: body.name,
            type: "BigQuery",
            tableType: body.tableType,
            tableName: body.tableName,
            projectId: place.projectId,
            dataset: place.dataset,
            columns,
            selectedColumns: columns.map(({ name }) => name),
            status: "ready",
            recordCount: described.records,
          });
          return read(own, now, id);
        });
      }),
    );
  }

  async function createFromDatabase({ actor, tx, signal, resume }: CreateCall, body: Create<"Postgres">) {
    // As for a web call: a user who has Airlock send a secret needs the permission to see which there are.
    if (can(actor, "secrets.list") !== undefined) return refuse("SECRET_NOT_PERMITTED");
    const { host, port, database, user, secret, schema, tls, tableName } = body;
    const connection = { host, port, database, user, secret, schema, tls };
    const access = await sourceAccess(parts, { actor, tx, signal }, connection, tableName);
    if (isRefused(access)) return access;
    return afterCommit(() =>
      askingSource(async () => {
        const found = await withSourceTable(access, async (table) => {
          const described = await table.describe();
          // A table that takes long to be counted can be added; its count is then unknown.
          return described && { described, count: await table.count().catch(() => undefined) };
        });
        if (found === undefined) return sourceTableGone(access);
        const columns = columnsFrom(found.described.map(({ name, type }) => ({ name, type: sourceColumnType(type) })));
        return resume(async (own, now) => {
          const id = await createDatasource(own, now, {
            name: body.name,
            type: "Postgres",
            tableType: body.tableType,
            tableName,
            projectId: "",
            connection,
            columns,
            selectedColumns: columns.map(({ name }) => name),
            status: "ready",
            ...(found.count === undefined ? {} : { recordCount: found.count }),
          });
          return read(own, now, id);
        });
      }),
    );
  }

  router.object("datasource.read", datasourceSubject, ({ actor }, row) => Promise.resolve(done(datasourceResource(actor, row))));

  router.object("datasource.update", datasourceSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    await updateDatasource(tx, row.id, body);
    return read(tx, actor, row.id);
  });

  router.object("datasource.delete", datasourceSubject, async ({ actor, tx, body, ids }, row) => {
    if (row.import_id !== null) await cancelImport(tx, { id: row.import_id, datasource_id: row.id });
    await deleteDatasource(tx, row.id);
    const isOwn = row.type === "LinkedStorage" && row.bucket === "";
    const file = body?.deleteData === true && isOwn ? ownFiles(actor.organisationId) + row.object : null;
    const { organisationId } = actor;
    await parts.jobs.send(tx, "datasource.remove", { organisationId, datasourceId: row.id, importId: row.import_id, file }, ids);
    return nothing;
  });

  router.object("datasource.count", datasourceSubject, async (call, row) => {
    const { actor, ids, log } = call;
    const records = await recordsOf(parts, call, row);
    if (isRefused(records)) return records;
    return afterCommit(() =>
      asking("WAREHOUSE_UNAVAILABLE", async () => {
        const count = await unlessUnavailable(log, "RECORDS_UNAVAILABLE", () => records.count());
        if (isRefused(count)) return count;
        const at = new Date();
        await postgres.inOrganisation({ ...actor, correlationId: ids.correlationId }, (own) => keepCount(own, row.id, count, at));
        const { count: self, self: datasource } = datasourceLinks(actor, row);
        const links = { ...(self === undefined ? {} : { self }), ...(datasource === undefined ? {} : { datasource }) };
        return done({ _embedded: { recordCount: count, countedDate: at.toISOString() }, _links: links });
      }),
    );
  });

  router.object("datasource.metadata", datasourceSubject, async (call, row) => {
    const { actor, log, query } = call;
    const records = await recordsOf(parts, call, row);
    if (isRefused(records)) return records;
    return afterCommit(() =>
      asking("WAREHOUSE_UNAVAILABLE", async () => {
        const metadata = await unlessUnavailable(log, "RECORDS_UNAVAILABLE", () => records.metadata(query.columns?.split(",")));
        if (isRefused(metadata)) return metadata;
        const { metadata: self, self: datasource } = datasourceLinks(actor, row);
        const links = { ...(self === undefined ? {} : { self }), ...(datasource === undefined ? {} : { datasource }) };
        return done({ _embedded: metadata, _links: links });
      }),
    );
  });
}

interface GivenColumn extends Pick<DatasourceColumn, "name" | "reading"> {
  readonly type: string;
}

function columnsFrom(given: readonly GivenColumn[]): readonly DatasourceColumn[] {
  return given.map(({ name, type, reading }, at) => ({
    name,
    key: `c${at}`,
    type: columnTypeOf(type),
    ...(reading === undefined ? {} : { reading }),
  }));
}

function wrongColumns({ columns, selectedColumns }: Create<"LinkedStorage">) {
  const names = new Set(columns.map(({ name }) => name));
  const unknown = selectedColumns.find((name) => !names.has(name));
  if (unknown !== undefined) return { field: "selectedColumns", code: "unknown", message: `There is no column ${unknown}.` };
  if (new Set(selectedColumns).size !== selectedColumns.length) {
    return { field: "selectedColumns", code: "twice", message: "A column can be selected once." };
  }
  return undefined;
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findDatasource(tx, id, false);
  return row === undefined ? refuse("DATASOURCE_NOT_FOUND") : done(datasourceResource(actor, row));
}
