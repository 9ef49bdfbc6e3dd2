import { setTimeout } from "node:timers/promises";
import { openLists, pinFollowedLists, sqlLists, type OpenLists } from "@airlock/backend/lists";
import { readSqlModels } from "@airlock/backend/models";
import { findPolicy } from "@airlock/backend/releases";
import { gatesInUse, gateTitle, type DriftState, type GateResult } from "@airlock/contract";
import { toSql } from "@airlock/engine/sql";
import { parseDefinition, validate, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData, Jobs } from "@airlock/platform/jobs";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { createComparisons, readComparisons, startOfLast, type ComparedRequest, type Frozen } from "./compare-versions.ts";
import { evaluateGates, type ComparisonsMade, type Measured } from "./gates.ts";
import { noTests, runTests } from "./run-tests.ts";

export interface CheckRequestParts {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
}

type Check = JobData["release.check"];

interface Request extends ComparedRequest {
  readonly draft: Definition;
  readonly gates: readonly GateResult[];
}

/** For a longer comparison the job ends and sends itself again, so that it does not block other checks. */
const patienceMillis = 5_000;
const pollMillis = 250;
const restSeconds = 1;

/**
 * Evaluates the gates of a release request. First the version is compared with the live one over its last executions and over the policy's
 * datasource, which are jobs of their own: while they run, this job ends and sends itself again. A run that was replaced by a later one stores
 * nothing.
 */
export function createCheckRequest({ postgres, clickhouse }: CheckRequestParts) {
  return async function checkRequest(jobs: Pick<Jobs, "send">, check: Check): Promise<void> {
    const tenant = { organisationId: check.organisationId, userId: null };
    const ids = { correlationId: newId(), requestId: newId() };
    const read = <T>(work: (tx: Tx) => Promise<T>) => postgres.inOrganisation(tenant, work);
    const found = await read((tx) => readRequest(tx, check));
    if (found === undefined) return;
    const request = found.live === undefined || found.comparisonId !== null ? found : await begin(found, found.live);
    if (request === undefined) return;
    const comparisons = await patiently(() => read((tx) => readComparisons(tx, request)));
    if (comparisons === "running") return read((tx) => jobs.send(tx, "release.check", check, ids, { afterSeconds: restSeconds }));
    const measured = await measure(request, comparisons, read, () => openLists(postgres, tenant, request.version.definition.lists));
    await read((tx) => store(tx, check, request, evaluateGates(request.policy.gates, measured)));

    /** Starts the comparisons of a run; undefined if another run has started. */
    async function begin(begun: Request, live: Frozen): Promise<Request | undefined> {
      const start = await startOfLast(clickhouse, check.organisationId, live.id, begun.policy.executions);
      return read(async (tx) => {
        const { numUpdatedRows } = await currentRun(tx, check).set({ gates_state: "running" }).executeTakeFirst();
        // The row is locked now.
        if (numUpdatedRows === 0n) return undefined;
        const made = await createComparisons(tx, check.organisationId, begun, live, start);
        const { comparisonId, datasourceComparisonId, datasourceProblem } = made;
        await currentRun(tx, check)
          .set({
            comparison_id: comparisonId,
            datasource_comparison_id: datasourceComparisonId,
            datasource_problem: datasourceProblem,
          })
          .execute();
        for (const id of [comparisonId, datasourceComparisonId]) {
          if (id !== null) await jobs.send(tx, "comparison.run", { organisationId: check.organisationId, comparisonId: id }, ids);
        }
        return { ...begun, ...made };
      });
    }
  };
}

/** Polls for a while as long as a comparison runs. */
async function patiently(look: () => Promise<ComparisonsMade | "running">): Promise<ComparisonsMade | "running"> {
  const until = performance.now() + patienceMillis;
  let comparisons = await look();
  while (comparisons === "running" && performance.now() < until) {
    await setTimeout(pollMillis);
    comparisons = await look();
  }
  return comparisons;
}

/** Undefined if there is nothing to do: the request is closed, or its gates were started again. */
async function readRequest(tx: Tx, { requestId, run }: Check): Promise<Request | undefined> {
  const row = await tx
    .selectFrom("release_requests as request")
    .innerJoin("versions as version", "version.id", "request.version_id")
    .innerJoin("solutions as solution", "solution.id", "request.solution_id")
    .innerJoin("definitions as draft", "draft.solution_id", "request.solution_id")
    .leftJoin("releases as release", (join) =>
      join.onRef("release.solution_id", "=", "request.solution_id").on("release.status", "=", "live"),
    )
    .leftJoin("versions as live", "live.id", "release.version_id")
    .where("request.id", "=", requestId)
    .where("request.gates_run", "=", run)
    .where("request.gates_state", "=", "running")
    .where("request.status", "=", "open")
    .where("solution.deleted_at", "is", null)
    .select(["request.organisation_id", "request.solution_id", "request.comparison_id", "request.gates", "solution.name as solution_name"])
    .select(["request.datasource_comparison_id", "request.datasource_problem"])
    .select(["version.id as version_id", "version.name as version_name", "version.definition", "version.behaviour"])
    .select(["live.id as live_id", "live.name as live_name", "live.definition as live_definition", "live.behaviour as live_behaviour"])
    .select("draft.document")
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { live_id: liveId, live_name: liveName, live_definition: liveText, live_behaviour: liveBehaviour } = row;
  return {
    solutionId: row.solution_id,
    solutionName: row.solution_name,
    version: frozen(row.version_id, row.version_name, row.definition, row.behaviour),
    live:
      liveId === null || liveName === null || liveText === null || liveBehaviour === null
        ? undefined
        : frozen(liveId, liveName, liveText, liveBehaviour),
    draft: definitionIn(row.document),
    policy: (await findPolicy(tx, row.organisation_id, row.solution_id)).policy,
    // Written by `store` in this form.
    gates: row.gates as readonly GateResult[],
    comparisonId: row.comparison_id,
    datasourceComparisonId: row.datasource_comparison_id,
    datasourceProblem: row.datasource_problem,
  };
}

function frozen(id: string, name: string, text: string, behaviour: number): Frozen {
  return { id, name, text, behaviour, definition: definitionIn(JSON.parse(text)) };
}

function definitionIn(json: unknown): Definition {
  const parsed = parseDefinition(json);
  if (!parsed.ok) throw new Error(`A stored definition cannot be read: ${JSON.stringify(parsed.problems[0])}`);
  return parsed.definition;
}

async function measure(
  request: Request,
  comparisons: ComparisonsMade,
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  lists: () => Promise<OpenLists>,
): Promise<Measured> {
  const { version, draft, policy } = request;
  const wanted = new Set(gatesInUse(policy.gates));
  const runsTests = wanted.has("testCases") || wanted.has("linkCoverage") || wanted.has("evaluationMillis");
  return {
    tests: runsTests ? await runTests(version, draft, await lists(), wanted.has("evaluationMillis")) : noTests,
    errorFindings: wanted.has("findings")
      ? validate(version.definition).flatMap(({ level, message }) => (level === "error" ? [message] : []))
      : [],
    ...comparisons,
    drift: await read((tx) => readDrift(tx, version.id)),
    sqlRefusal: wanted.has("sql") ? await read((tx) => sqlRefusal(tx, version)) : undefined,
  };
}

/** Why the version does not run over datasources; its fields could come from columns of any name. */
async function sqlRefusal(tx: Tx, { definition: frozen, behaviour }: Frozen): Promise<string | undefined> {
  const models = await readSqlModels(tx, frozen);
  const definition = await pinFollowedLists(tx, frozen);
  const inputs = new Map(definition.applicationDatasetFields.map(({ key, type }) => [key, { column: key, type: columnTypes[type] }]));
  const query = toSql(definition, { table: { name: "rows" }, key: "row", inputs }, { behaviour, models, lists: sqlLists(definition, "") });
  return query.ok ? undefined : query.reason;
}

const columnTypes = {
  String: "Nullable(String)",
  Integer: "Nullable(Int64)",
  Float: "Nullable(Float64)",
  Boolean: "Nullable(String)",
  Date: "Nullable(String)",
} as const;

async function readDrift(tx: Tx, versionId: string): Promise<Measured["drift"]> {
  const rows = await tx
    .selectFrom("version_models as model")
    .innerJoin("predictions as prediction", "prediction.id", "model.prediction_id")
    .leftJoin("prediction_watches as watch", "watch.prediction_id", "model.prediction_id")
    .where("model.version_id", "=", versionId)
    .select(["prediction.name", sql<DriftState | null>`watch.drift->>'state'`.as("state")])
    .distinct()
    .orderBy("prediction.name")
    .execute();
  const named = (wanted: (state: DriftState) => boolean) => rows.filter(({ state }) => wanted(state ?? "none")).map(({ name }) => name);
  return { drifted: named((state) => state === "drifting"), unknown: named((state) => state === "none"), predictions: rows.length };
}

function currentRun(tx: Tx, { requestId, run }: Check) {
  return tx
    .updateTable("release_requests")
    .where("id", "=", requestId)
    .where("gates_run", "=", run)
    .where("gates_state", "=", "running")
    .where("status", "=", "open");
}

const holds = ({ status }: GateResult): boolean => status === "passed" || status === "notApplicable";

/** A gate that passed and no longer does voids the approvals: they were given for another result. */
async function store(tx: Tx, check: Check, before: Request, gates: readonly GateResult[]): Promise<void> {
  const { numUpdatedRows } = await currentRun(tx, check)
    .set({ gates: JSON.stringify(gates), gates_state: "done", gates_at: sql<Date>`now()` })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const wasHeld = new Set(before.gates.filter(holds).map(gateTitle));
  const broken = gates.filter((result) => !holds(result) && wasHeld.has(gateTitle(result)));
  if (broken.length === 0) return;
  const voided = await tx
    .updateTable("release_request_events")
    .set({ is_void: true })
    .where("request_id", "=", check.requestId)
    .where("kind", "=", "approved")
    .where("is_void", "=", false)
    .executeTakeFirst();
  await tx
    .insertInto("release_request_events")
    .values({
      id: newId(),
      organisation_id: check.organisationId,
      request_id: check.requestId,
      kind: "gates",
      text: `${broken.map((result) => `${gateTitle(result)}: ${result.value}, ${result.limit}`).join("; ")}.${voided.numUpdatedRows > 0n ? " Approvals are void." : ""}`,
      version_id: before.version.id,
    })
    .execute();
}
