import { createComparison, prepareBoth, type PreparedBoth } from "@airlock/backend/comparisons";
import { newestImport } from "@airlock/backend/datasets";
import { withPinnedLists } from "@airlock/backend/lists";
import { readSqlModels } from "@airlock/backend/models";
import { comparisonSummary, likelyOutcomeField, type ReleasePolicy } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Tx } from "@airlock/platform/postgres";
import type { ComparisonMade, ComparisonsMade } from "./gates.ts";

/** A frozen version; `text` is its definition as it was stored. */
export interface Frozen {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly definition: Definition;
  readonly behaviour: number;
}

/** Of the current run of the gates; null before it started. */
export interface RunComparisons {
  readonly comparisonId: string | null;
  readonly datasourceComparisonId: string | null;
  readonly datasourceProblem: string;
}

/** A release request with the versions to compare. */
export interface ComparedRequest extends RunComparisons {
  readonly solutionId: string;
  readonly solutionName: string;
  readonly version: Frozen;
  readonly live: Frozen | undefined;
  readonly policy: ReleasePolicy;
}

/** The start of the oldest of the last N executions of a version; the epoch if there are fewer. */
export async function startOfLast(clickhouse: ClickHouse, organisation: string, version: string, executions: number): Promise<Date> {
  const [row] = await clickhouse.query<{ readonly micros: number }>(
    `SELECT toUnixTimestamp64Micro(started) AS micros FROM executions
     WHERE organisation = {organisation:String} AND version = {version:String}
     ORDER BY started DESC LIMIT 1 OFFSET {before:UInt32}`,
    { organisation, version, before: executions - 1 },
  );
  return new Date(row === undefined ? 0 : Math.floor(row.micros / 1000));
}

/** Stores a comparison over the executions since the start, and one over the policy's datasource; the caller creates their jobs. */
export async function createComparisons(
  tx: Tx,
  organisationId: string,
  request: ComparedRequest,
  live: Frozen,
  start: Date,
): Promise<RunComparisons> {
  const { version, solutionId, solutionName, policy } = request;
  const side = ({ id, name, behaviour }: Frozen) => ({ versionId: id, versionName: name, behaviour, solutionId, solutionName });
  const both = {
    left: side(live),
    right: side(version),
    leftDefinition: live.text,
    rightDefinition: version.text,
    outcomeField: likelyOutcomeField(live.definition.runtimeDatasetFields, version.definition.runtimeDatasetFields),
  };
  const over = { executionsOf: "left", start, end: new Date() } as const;
  const comparisonId = await createComparison(tx, organisationId, { ...both, over });
  if (policy.datasource === null) return { comparisonId, datasourceComparisonId: null, datasourceProblem: "" };
  const { datasourceId, records } = policy.datasource;
  // Followed lists as they are now, for every row of both.
  const pinned = { live: await withPinnedLists(tx, live), version: await withPinnedLists(tx, version) };
  const prepared = await prepare(tx, policy.datasource, pinned.live, pinned.version);
  if (typeof prepared === "string") return { comparisonId, datasourceComparisonId: null, datasourceProblem: prepared };
  const { datasource, fieldMapping } = prepared;
  const overDatasource = { datasourceId, records, datasource, fieldMapping };
  const definitions = { leftDefinition: pinned.live.text, rightDefinition: pinned.version.text };
  const datasourceComparisonId = await createComparison(tx, organisationId, { ...both, ...definitions, over: overDatasource });
  return { comparisonId, datasourceComparisonId, datasourceProblem: "" };
}

type Prepared = Extract<PreparedBoth, { readonly kind: "prepared" }>;

/** Or why both versions cannot run over the datasource, as a sentence. */
async function prepare(
  tx: Tx,
  { datasourceId, fieldMapping }: NonNullable<ReleasePolicy["datasource"]>,
  live: Frozen,
  version: Frozen,
): Promise<Prepared | string> {
  const datasource = await tx
    .selectFrom("datasources")
    .where("id", "=", datasourceId)
    .select((select) => ["id", "name", "type", "status", "columns", "selected_columns", "record_count", newestImport(select)])
    .executeTakeFirst();
  if (datasource === undefined) return "The datasource of the release policy was deleted.";
  const flow = async ({ definition, behaviour }: Frozen) => ({ definition, behaviour, models: await readSqlModels(tx, definition) });
  const prepared = prepareBoth(datasource, { left: await flow(live), right: await flow(version) }, fieldMapping, []);
  return prepared.kind === "prepared" ? prepared : overProblem(datasource.name, prepared);
}

export function overProblem(name: string, prepared: Exclude<PreparedBoth, Prepared>): string {
  if (prepared.kind === "notReady") return `${name} is not imported.`;
  if (prepared.kind === "notRunnable") return `Cannot run over ${name}: ${prepared.refusal.reason}`;
  const [first] = prepared.problems;
  return `The mapping of ${name} in the release policy does not fit. ${(first?.message ?? "").replace(/\.?$/, ".")}`;
}

/** The comparisons of a run, or `running`. */
export async function readComparisons(tx: Tx, request: ComparedRequest): Promise<ComparisonsMade | "running"> {
  const { live, policy, comparisonId, datasourceComparisonId, datasourceProblem } = request;
  if (live === undefined) {
    const none = { kind: "nothingLive" } as const;
    return { comparison: none, overDatasource: policy.datasource === null ? undefined : none };
  }
  const comparison = await readComparison(tx, comparisonId, live);
  if (policy.datasource === null) return comparison === "running" ? "running" : { comparison, overDatasource: undefined };
  const overDatasource =
    datasourceProblem === ""
      ? await readComparison(tx, datasourceComparisonId, live, policy.datasource.datasourceId)
      : ({ kind: "notMade", reason: datasourceProblem } as const);
  return comparison === "running" || overDatasource === "running" ? "running" : { comparison, overDatasource };
}

async function readComparison(
  tx: Tx,
  comparisonId: string | null,
  live: Frozen,
  datasourceId: string | null = null,
): Promise<ComparisonMade | "running"> {
  const row = await tx
    .selectFrom("comparisons")
    .where("id", "=", comparisonId ?? "")
    .select(["status", "message", "summary", "left_side", "datasource_id", "datasource"])
    .executeTakeFirst();
  // Also if a datasource was added to the policy after the run started.
  if (row === undefined) return { kind: "notMade", reason: "Its comparison does not exist. Run the gates again." };
  if (row.datasource_id !== datasourceId)
    return { kind: "notMade", reason: "The release policy names another datasource now. Run the gates again." };
  if (row.status === "waiting" || row.status === "running") return "running";
  if (row.status !== "done") return { kind: "notMade", reason: `The comparison ${row.status}. ${row.message}`.trim() };
  // Another version may have been released while it ran.
  if ((row.left_side as { readonly versionId: string }).versionId !== live.id) {
    return { kind: "notMade", reason: `${live.name} went live meanwhile. Run the gates again.` };
  }
  const summary = comparisonSummary.parse(row.summary);
  if (datasourceId === null) return { kind: "done", summary, over: "executions", of: live.name };
  // Written by `createComparisons` in this form.
  return { kind: "done", summary, over: "datasource", of: (row.datasource as { readonly name: string }).name };
}
