import { readSqlModels } from "@airlock/backend/models";
import { withPinnedLists } from "@airlock/backend/lists";
import { prepareOver, type PreparedOver } from "@airlock/backend/datasets";
import type { SqlRefusal } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { findDatasource } from "../datasource/store.ts";
import { readDocument } from "../definition/store.ts";
import { refuse, type Refused } from "../outcome.ts";
import type { FrozenDraft } from "../version/freeze-draft.ts";
import type { NewResult } from "./result-store.ts";
import { mappingOf, type ExperimentRow } from "./store.ts";

type FrozenSolution = Pick<NewResult, "versionId" | "versionName" | "solutionRevision" | "definition" | "hash" | "behaviour"> & {
  readonly parsed: Definition;
};

/**
 * Everything that determines the result of a run, in its current state; or why it cannot run. `draft`: of the experiment's solution, if it runs the
 * draft.
 */
export async function prepareRun(tx: Tx, draft: FrozenDraft | undefined, row: ExperimentRow): Promise<NewResult | Refused> {
  const { solution_id: solutionId, solution_name: solutionName, datasource_id: datasourceId } = row;
  if (solutionId === null || solutionName === null) return incomplete("solution");
  if (row.version_id !== null && row.version_name === null) return incomplete("version");
  const datasource = datasourceId === null ? undefined : await findDatasource(tx, datasourceId, false);
  if (datasource === undefined) return incomplete("datasource");
  const solution = row.version_id === null ? draft && draftOf(draft) : await versionOf(tx, row.version_id);
  if (solution === undefined) return incomplete("solution");
  const { parsed, ...frozen } = solution;
  const flow = { definition: parsed, behaviour: frozen.behaviour, models: await readSqlModels(tx, parsed) };
  const prepared = prepareOver(datasource, flow, mappingOf(row.field_mapping), row.carry ?? []);
  if (prepared.kind !== "prepared") return overRefusal(prepared);
  return {
    experimentId: row.id,
    records: row.records,
    solutionId,
    solutionName,
    ...frozen,
    datasourceId: datasource.id,
    isPredicting: flow.models.size > 0,
    datasource: prepared.datasource,
    fieldMapping: prepared.fieldMapping,
  };
}

/** Why a flow cannot run over a datasource. */
export function overRefusal(prepared: Exclude<PreparedOver, { readonly kind: "prepared" }>): Refused {
  if (prepared.kind === "notReady") return refuse("DATASOURCE_NOT_READY");
  if (prepared.kind === "notRunnable") return refusalOf(prepared.refusal);
  return refuse(
    "EXPERIMENT_MAPPING_INVALID",
    prepared.problems.map(({ key, code, message }) => ({ field: key, code, message })),
  );
}

function incomplete(missing: string): Refused {
  return { kind: "refused", problem: { code: "EXPERIMENT_INCOMPLETE", details: { missing } } };
}

function notRunnable(reason: string): Refused {
  return { kind: "refused", problem: { code: "EXPERIMENT_NOT_RUNNABLE", details: { reason } } };
}

function draftOf({ frozen, definition: parsed, revision }: FrozenDraft): FrozenSolution {
  const { definition, hash, behaviour } = frozen;
  return { versionId: null, versionName: null, solutionRevision: revision, definition, hash, behaviour, parsed };
}

async function versionOf(tx: Tx, versionId: string): Promise<FrozenSolution> {
  const { id, name, definition, hash, behaviour } = await tx
    .selectFrom("versions")
    .where("id", "=", versionId)
    .select(["id", "name", "definition", "hash", "behaviour"])
    .executeTakeFirstOrThrow();
  // The lists that it follows as they are now: every row of the run, and every trace later, uses the same versions.
  const pinned = await withPinnedLists(tx, { definition: readDocument(JSON.parse(definition), id), text: definition });
  const { definition: parsed, text } = pinned;
  return { versionId: id, versionName: name, solutionRevision: null, definition: text, hash, behaviour, parsed };
}

function refusalOf({ code, reason }: SqlRefusal): Refused {
  if (code === "NOT_RUNNABLE") return refuse("EXPERIMENT_SOLUTION_INVALID");
  if (code === "WEB_CALL")
    return notRunnable(`${reason} Experiments make no web calls: replace the node with a Set State that sets the response to try.`);
  return notRunnable(reason);
}
