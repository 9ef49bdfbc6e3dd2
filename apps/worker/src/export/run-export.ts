import { exportFilters } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { isDataError, isRefusedQuery, type ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import type { Tx } from "@airlock/platform/postgres";
import { rememberedVersions } from "../execution/remembered-versions.ts";
import { killWhenAborted } from "../lease/kill-when-aborted.ts";
import { LeaseLost, withLease, type Lease, type LeaseParts } from "../lease/lease.ts";
import { exportSelect, type ExportSelect } from "./export-select.ts";
import { writeCounted } from "./write-counted.ts";

export interface ExportParts extends LeaseParts {
  /** With a timeout long enough for a file. */
  readonly clickhouse: ClickHouse;
  readonly bucket: OwnBucket;
}

/** The same limit as in the list of executions. */
const maxVersions = 100;
/** Larger files are not sorted: sorting them would spill to disk. */
const maxInOrder = 1_000_000;
const lookMillis = 1_000;
const keptMillis = 7 * 86_400_000;
/** Retry period while ClickHouse or the bucket is unavailable. */
const patienceMillis = 6 * 3_600_000;
const contentTypes = { csv: "text/csv", parquet: "application/vnd.apache.parquet" } as const;

interface Found {
  readonly id: string;
  readonly organisationId: string;
  readonly format: "csv" | "parquet";
  readonly createdAt: Date;
  readonly select: ExportSelect | undefined;
}

/** Limit of files removed for one export, which is the number of failed attempts. */
const maxTries = 100;

/**
 * ClickHouse writes the file, which is streamed to the bucket. An object becomes visible when it is complete, under a name unique to this run, and
 * the row takes the first that is finished: a worker that dies leaves no partial file, and of two concurrent runs one wins.
 */
export function createRunExport(parts: ExportParts) {
  const { postgres, clickhouse, bucket, log } = parts;
  const inOrganisation = <T>(organisationId: string, work: Parameters<typeof postgres.inOrganisation<T>>[1]) =>
    postgres.inOrganisation({ organisationId, userId: null }, work);

  async function begin({ organisationId, jobId: exportId, write }: Lease): Promise<Found> {
    return write(async (tx) => {
      const row = await tx
        .updateTable("exports")
        .set({ status: "running", rows: 0 })
        .where("id", "=", exportId)
        .where("status", "in", ["waiting", "running"])
        .returning(["format", "filters", "created_at"])
        .executeTakeFirst();
      if (row === undefined) throw new LeaseLost();
      const filters = exportFilters.parse(row.filters);
      const versions = await rememberedVersions(tx, { ids: filters.versions?.split(",") }, maxVersions);
      const select = exportSelect(organisationId, versions, filters, row.format);
      return { id: exportId, organisationId, format: row.format, createdAt: row.created_at, select };
    });
  }

  const keep = (lease: Lease, progress: { readonly rows?: number; readonly total_rows?: number }): Promise<void> =>
    lease.update((tx) => running(tx, lease.jobId).set(progress));

  async function finish(lease: Lease, made: { readonly object: string; readonly bytes: number; readonly rows: number }): Promise<void> {
    const ended = new Date();
    const expires = new Date(ended.getTime() + keptMillis);
    try {
      await lease.update((tx) =>
        running(tx, lease.jobId).set({ ...made, status: "done", message: "", finished_at: ended, expires_at: expires }),
      );
    } catch (error) {
      if (error instanceof LeaseLost) await bucket.remove(made.object);
      throw error;
    }
  }

  const fail = (lease: Lease, message: string): Promise<void> =>
    lease.update((tx) => running(tx, lease.jobId).set({ status: "failed", message, finished_at: new Date() }));

  /** Reports how far ClickHouse has read while the file is written. */
  function reportProgress(lease: Lease, mark: string, total: number): () => void {
    const timer = setInterval(() => {
      void (async () => {
        const [now] = await clickhouse.query<{ readonly share: number }>(
          `SELECT read_rows / greatest(total_rows_approx, read_rows, 1) AS share FROM system.processes
           WHERE position(query, {mark:String}) > 0 AND query NOT LIKE '%system.processes%' LIMIT 1`,
          { mark },
        );
        if (now !== undefined) await keep(lease, { rows: Math.floor(total * Math.min(1, now.share)) });
      })().catch((error: unknown) => log.debug({ err: error }, "the progress of an export is not known"));
    }, lookMillis);
    return () => clearInterval(timer);
  }

  async function write(lease: Lease, found: Found, select: ExportSelect): Promise<void> {
    const [counted] = await clickhouse.query<{ readonly total: number }>(select.count, select.parameters);
    const total = counted?.total ?? 0;
    await keep(lease, { rows: 0, total_rows: total });
    const mark = `export_${found.id}_${lease.owner}`;
    const stopReporting = reportProgress(lease, mark, total);
    const stopKilling = killWhenAborted({ clickhouse }, mark, lease.signal, (error) =>
      log.debug({ err: error }, "the query of an export was not killed"),
    );
    try {
      const { stream } = await clickhouse.client.exec({
        query: select.file(total <= maxInOrder, mark),
        query_params: { ...select.parameters },
        abort_signal: lease.signal,
        clickhouse_settings: {
          max_query_size: "20000000",
          max_bytes_before_external_sort: "500000000",
          // A missing value is an empty cell.
          format_csv_null_representation: "",
        },
      });
      const object = `${objectsOf(found.organisationId, found.id)}${newId()}.${found.format}`;
      const bytes = await writeCounted(stream, (content) => bucket.write(object, content, contentTypes[found.format]), lease.signal);
      await finish(lease, { object, bytes, rows: total });
    } catch (error) {
      throw lease.signal.aborted ? lease.signal.reason : error;
    } finally {
      stopReporting();
      stopKilling();
    }
  }

  /** A worker that died between writing the file and storing its name leaves the file: the next run removes it. */
  async function tidy({ organisationId, exportId }: JobData["export.run"]): Promise<void> {
    const row = await inOrganisation(organisationId, (tx) =>
      tx.selectFrom("exports").select(["status", "object"]).where("id", "=", exportId).executeTakeFirst(),
    );
    if (row?.status === "waiting" || row?.status === "running") return;
    for (const { name } of await bucket.list(objectsOf(organisationId, exportId), maxTries))
      if (name !== row?.object) await bucket.remove(name);
  }

  return async function runExport(job: JobData["export.run"]): Promise<void> {
    const { organisationId, exportId } = job;
    const isWanted = (tx: Tx) => isExportWanted(tx, exportId);
    await withLease(parts, { organisationId, jobId: exportId, isWanted }, runWithLease);
    await tidy(job);
  };

  async function runWithLease(lease: Lease): Promise<void> {
    const found = await begin(lease);
    try {
      if (found.select === undefined) await fail(lease, "No version has executions like these, so there is nothing to write.");
      else await write(lease, found, found.select);
    } catch (error) {
      const isHopeless = isDataError(error) || isRefusedQuery(error) || Date.now() - found.createdAt.getTime() > patienceMillis;
      if (error instanceof LeaseLost || parts.stopping.aborted || !isHopeless) throw error;
      log.error({ err: error, exportId: found.id }, "an export failed");
      await fail(lease, "The file could not be written. Ask for it again; if that does not help, narrow the filter.");
    }
  }
}

async function isExportWanted(tx: Tx, exportId: string): Promise<boolean> {
  const row = await tx.selectFrom("exports").where("id", "=", exportId).select("status").executeTakeFirst();
  return row?.status === "waiting" || row?.status === "running";
}

function running(tx: Tx, id: string) {
  return tx.updateTable("exports").where("id", "=", id).where("status", "=", "running");
}

/** Prefix of the names of an export's files. */
function objectsOf(organisationId: string, exportId: string): string {
  return `organisations/${organisationId}/exports/${exportId}-`;
}
