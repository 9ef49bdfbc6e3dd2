import { s3ProjectId } from "@airlock/contract";
import type { Log } from "@airlock/platform";
import { isDataError, type ClickHouse } from "@airlock/platform/clickhouse";
import { FileFailure } from "@airlock/platform/csv";
import type { ConnectOut } from "@airlock/platform/egress";
import { createTable, datasourceTable, importTable, onCluster } from "@airlock/backend/datasets";
import type { JobData } from "@airlock/platform/jobs";
import type { OwnBucket } from "@airlock/platform/own-bucket";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { openS3Account } from "@airlock/platform/s3-account";
import { openS3FileSource } from "@airlock/platform/s3-file-source";
import { SecretUnreadable, type SecretBox } from "@airlock/platform/secrets";
import { openGoogleFileSource, openOwnFileSource, WentWrong, type FileSource } from "@airlock/platform/file-source";
import { homeOf, type GoogleEndpoints } from "@airlock/platform/stored-account";
import { LeaseLost, withLease, type Lease } from "../lease/lease.ts";
import { batchesOf, insertBatch, type Batch } from "./batches.ts";
import {
  beginImport,
  endImport,
  isImportWanted,
  isRunning,
  isTableWanted,
  keepMessage,
  keepProgress,
  type TakenImport,
} from "./import-row.ts";
import { profileOf } from "./profile.ts";

export interface ImportParts {
  readonly postgres: Postgres;
  /** With a long statement timeout. */
  readonly clickhouse: ClickHouse;
  /** Name of a ClickHouse cluster; empty for one server. */
  readonly cluster: string;
  readonly secrets: SecretBox;
  readonly google: GoogleEndpoints;
  readonly ownBucket: OwnBucket;
  readonly connectOut: ConnectOut;
  readonly log: Log;
  /** The process is stopping: another worker continues the import. */
  readonly stopping: AbortSignal;
}

/** A permanent error that the organisation can fix. */
class CannotImport extends Error {}

const giveUpMillis = 3 * 3_600_000;

/**
 * Reads a file into a table of its own. Rows have the number that they have in the file, and the position is stored after every batch: a later worker
 * continues there, and duplicates of a repeated batch are removed at the end. Only a table that has every row exactly once gets the datasource's
 * name.
 */
export function createImportFile(parts: ImportParts): (data: JobData["datasource.import"]) => Promise<void> {
  const { postgres, clickhouse, log } = parts;

  return async ({ organisationId, importId }) => {
    const isWanted = (tx: Tx) => isImportWanted(tx, importId);
    await withLease(parts, { organisationId, jobId: importId, isWanted }, importWithLease);
  };

  async function importWithLease(lease: Lease): Promise<void> {
    const { organisationId, jobId: importId } = lease;
    const taken = await beginImport(lease);
    const table = importTable(taken.datasourceId);
    try {
      await finish(lease, taken, table, await fill(lease, taken, table));
    } catch (error) {
      if (error instanceof LeaseLost) {
        if (!(await isRunning(postgres, organisationId, importId))) await drop(table);
        return;
      }
      if (parts.stopping.aborted) throw error;
      const sentence = sentenceOf(error);
      const isOver = Date.now() - taken.startedAt.getTime() > giveUpMillis;
      // ClickHouse would refuse the same rows again: retry only if the store is unavailable.
      if (error instanceof FileFailure || error instanceof CannotImport || isDataError(error) || isOver) {
        log.info({ err: error, importId }, "an import failed");
        await endImport(lease, taken, { ok: false, message: sentence });
        await drop(table);
        return;
      }
      await keepMessage(lease, `${sentence} It is tried again.`);
      throw error;
    }
  }

  /** Returns the expected number of rows in the table. */
  async function fill(lease: Lease, taken: TakenImport, table: string): Promise<number> {
    const fileSource = await fileSourceOf(taken);
    const found = await fileSource.stat(taken.bucket, taken.object);
    if (found === undefined) throw new CannotImport("The file is not in its bucket any more.");
    if (found.generation !== taken.generation) throw new CannotImport("The file was overwritten while it was read. Add it again.");
    // Existing rows are kept, also at the start: they are of this file, and another worker may be writing at this moment.
    await clickhouse.command(createTable(table, taken.columns, parts.cluster));

    const keys = taken.columns.map(({ key }) => key);
    const send = async (batch: Batch): Promise<void> => {
      await insertBatch(clickhouse, table, keys, batch);
      const progress = { bytes: batch.bytes, place: batch.place, rows: batch.rowsInAll, rejectedRows: batch.rejectedInAll };
      await keepProgress(lease, progress);
    };
    // The next batch is read while one is inserted, so memory holds two batches at most.
    let underWay: Promise<void> = Promise.resolve();
    let { rows } = taken;
    try {
      for await (const batch of batchesOf(taken, fileSource, found.length)) {
        lease.signal.throwIfAborted();
        await underWay;
        rows = batch.rowsInAll;
        underWay = send(batch);
        // The error is reported by the await of the next batch or of the end.
        underWay.catch(() => undefined);
      }
      await underWay;
    } finally {
      await underWay.catch(() => undefined);
    }
    return rows;
  }

  /**
   * A table gets the datasource's name once, by a RENAME that fails if there is one already, and only when it is complete. So a worker that was
   * paused replaces nothing, and one that continues after another was lost finds the table.
   */
  async function finish(lease: Lease, taken: TakenImport, table: string, expected: number): Promise<void> {
    const final = datasourceTable(taken.datasourceId);
    // Before the count, so that an empty table, which `fill` created after another worker's RENAME, is not taken for lost rows.
    const isNamed = await isTable(final);
    if (!isNamed) await complete(lease, taken, table, expected);
    const profile = await profileOf(clickhouse, isNamed ? final : table, taken.columns);
    if (isNamed) await drop(table);
    else await clickhouse.command(`RENAME TABLE ${table} TO ${final}${onCluster(parts.cluster)}`);
    try {
      await endImport(lease, taken, { ok: true, recordCount: expected, profile });
    } catch (error) {
      if (error instanceof LeaseLost && !(await isTableWanted(postgres, taken))) await drop(final);
      throw error;
    }
  }

  async function complete(lease: Lease, taken: TakenImport, table: string, expected: number): Promise<void> {
    if ((await countOf(table)) === expected) return;
    log.info({ importId: taken.id }, "an import repeated rows, which are deduplicated");
    await clickhouse.command(`OPTIMIZE TABLE ${table}${onCluster(parts.cluster)} FINAL`);
    const counted = await countOf(table);
    if (counted === expected) return;
    await keepProgress(lease, { bytes: 0, place: { offset: 0, rows: 0 }, rows: 0, rejectedRows: 0 });
    throw new Error(`The table of the import ${taken.id} has ${counted} rows instead of ${expected}: it is read again.`);
  }

  async function isTable(name: string): Promise<boolean> {
    const sql = "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = {name:String}";
    return (await clickhouse.query(sql, { name })).length > 0;
  }

  async function countOf(table: string): Promise<number> {
    const [counted] = await clickhouse.query<{ readonly count: number }>(`SELECT count() AS count FROM ${table}`);
    return counted?.count ?? 0;
  }

  async function drop(table: string): Promise<void> {
    await clickhouse.command(`DROP TABLE IF EXISTS ${table}${onCluster(parts.cluster)} SYNC`);
  }

  async function fileSourceOf({ organisationId, projectId, bucket }: TakenImport): Promise<FileSource> {
    if (bucket === "") return openOwnFileSource(parts.ownBucket, organisationId);
    if (projectId === s3ProjectId) return s3FileSourceOf(organisationId, bucket);
    const home = await postgres.inOrganisation({ organisationId, userId: null }, (tx) => homeOf(tx, parts.secrets, organisationId));
    if (home.kind !== "account") throw new CannotImport("The organisation has no service account any more that could read the file.");
    return openGoogleFileSource(parts.google, home, parts.ownBucket.nameAtGoogle);
  }

  async function s3FileSourceOf(organisationId: string, bucket: string): Promise<FileSource> {
    const open = (tx: Tx) => openS3Account(tx, parts.secrets, organisationId);
    const account = await postgres.inOrganisation({ organisationId, userId: null }, open).catch((error: unknown) => {
      if (error instanceof SecretUnreadable)
        throw new CannotImport("The organisation's S3 account cannot be read. Enter its secret key again.");
      throw error;
    });
    if (account === undefined) throw new CannotImport("The organisation no longer has an S3 account.");
    const fileSource = openS3FileSource(account, { connect: parts.connectOut, owner: organisationId }, parts.ownBucket.name);
    if (!fileSource.knows(bucket, s3ProjectId))
      throw new CannotImport(`The S3 account of the organisation no longer includes the bucket ${bucket}.`);
    return fileSource;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof FileFailure || error instanceof CannotImport || error instanceof WentWrong) return error.message;
  if (error instanceof SecretUnreadable) return "The organisation's service account cannot be read. Upload its file again.";
  if (isDataError(error))
    return "The store refused the records of this file. Your administrator finds the reason in the log of the worker.";
  return "The records cannot be written at the moment.";
}
