import { createHash, randomBytes } from "node:crypto";
import { erasableValue } from "@airlock/backend/executions";
import type { DeletionPreview, ErasurePreviewFields } from "@airlock/contract";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { withinMillis } from "../execution/deadline.ts";
import type { ErasableVersion } from "./store.ts";

/** An administrator waits for the count. */
const previewMillis = 5_000;
/** Counting stops here: a value that more executions have does not identify a person. */
const previewLimit = 100_000;

export interface ErasurePreviewOptions {
  readonly clickhouse: ClickHouse;
  readonly organisationId: string;
  readonly signal: AbortSignal;
  readonly millis?: number;
  readonly limit?: number;
}

/**
 * Counts what an erasure would erase, newest versions first. As in the erasure, ClickHouse gets a hash of the value, never the value itself, which
 * would be in its query log.
 */
export async function previewErasure(
  { clickhouse, organisationId, signal, millis = previewMillis, limit = previewLimit }: ErasurePreviewOptions,
  versions: readonly ErasableVersion[],
  value: string,
): Promise<Omit<ErasurePreviewFields, "delaySeconds">> {
  const salt = randomBytes(32).toString("hex");
  const hash = createHash("sha256").update(`${salt}${value}`).digest("hex");
  const found: { readonly version: ErasableVersion; readonly executions: number }[] = [];
  const total = () => found.reduce((sum, { executions }) => sum + executions, 0);
  const isComplete = await withinMillis(millis, signal, async (until) => {
    const own = clickhouse.forOrganisation(organisationId, until);
    for (const version of versions) {
      const { isPresent, value: text } = erasableValue(version);
      const [row] = await own.query<{ readonly executions: number }>(
        `SELECT uniqExact(id) AS executions FROM (
           SELECT id FROM executions
           WHERE organisation = {organisation:String} AND version = {version:String} AND ${isPresent}
             AND SHA256(concat({salt:String}, ${text})) = unhex({hash:String})
           LIMIT {limit:UInt32})`,
        { organisation: organisationId, version: version.id, salt, hash, limit: limit + 1 },
      );
      if (row !== undefined && row.executions > 0) found.push({ version, executions: row.executions });
      if (total() > limit) return false;
    }
    return true;
  });
  return {
    executions: Math.min(total(), limit),
    counted: isComplete === true ? "exactly" : "atLeast",
    solutions: new Set(found.map(({ version }) => version.solutionId)).size,
    versions: found.length,
  };
}

/** Exact up to this number. Above it the count is approximate, because rows may be duplicated until parts are merged. */
const exactLimit = 1_000_000;

/** Executions that started before, in seconds since the epoch. `atLeast` 0: there was no time to count them. */
export async function previewRetention(
  { clickhouse, organisationId, signal, millis = previewMillis, limit = exactLimit }: ErasurePreviewOptions,
  before: number,
): Promise<DeletionPreview> {
  const old = "organisation = {organisation:String} AND started < toDateTime64({before:Int64}, 6, 'UTC')";
  const parameters = { organisation: organisationId, before };
  const preview = await withinMillis(millis, signal, async (until): Promise<DeletionPreview> => {
    const own = clickhouse.forOrganisation(organisationId, until);
    const [rows] = await own.query<{ readonly rows: number }>(`SELECT count() AS rows FROM executions WHERE ${old}`, parameters);
    const stored = rows?.rows ?? 0;
    if (stored > limit) return { executions: stored, counted: "about" };
    const [exact] = await own.query<{ readonly executions: number }>(
      `SELECT uniqExact(id) AS executions FROM executions WHERE ${old}`,
      parameters,
    );
    return { executions: exact?.executions ?? 0, counted: "exactly" };
  });
  return preview ?? { executions: 0, counted: "atLeast" };
}
