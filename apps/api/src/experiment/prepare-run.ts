import { readSqlModels } from "@airlock/backend/models";
import { mappingProblems, type MappedField } from "@airlock/contract";
import { toSql, type SqlModels, type SqlRefusal } from "@airlock/engine/sql";
import type { Definition } from "@airlock/flow";
import { datasourceTable, experimentInputs } from "@airlock/backend/datasets";
import type { Tx } from "@airlock/platform/postgres";
import { columnsOf } from "../datasource/columns-of.ts";
import { findDatasource, type DatasourceRow } from "../datasource/store.ts";
import { readDocument } from "../definition/store.ts";
import { refuse, type Refused, isRefused } from "../outcome.ts";
import type { FrozenDraft } from "../version/freeze-draft.ts";
import type { FrozenField, NewResult } from "./result-store.ts";
import { mappingOf, type ExperimentRow } from "./store.ts";

type FrozenSolution = Pick<NewResult, "versionId" | "versionName" | "solutionRevision" | "definition" | "hash" | "behaviour"> & {
  readonly parsed: Definition;
};

/**
 * Everything that decides what a run comes to, as it is now; or why it cannot be run. `draft`: of the experiment's solution, where it runs
 * the draft.
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
  if (isRefused(prepared)) return prepared;
  return {
    experimentId: row.id,
    records: row.records,
    solutionId,
    solutionName,
    ...frozen,
    datasourceId: datasource.id,
    isPredicting: flow.models.size > 0,
    ...prepared,
  };
}

interface FlowToRun {
  readonly definition: Definition;
  readonly behaviour: number;
  /** Of its predictions. */
  readonly models?: SqlModels;
}

/** A flow over a datasource as both are now: the datasource's state and the mapping to keep; or why it cannot be run. */
export function prepareOver(
  datasource: DatasourceRow,
  { definition, behaviour, models }: FlowToRun,
  mapping: readonly MappedField[],
  carry: readonly string[],
): Pick<NewResult, "datasource" | "fieldMapping"> | Refused {
  const wrong = unreadable(datasource);
  if (wrong !== undefined) return wrong;
  const columns = columnsOf(datasource.columns).filter(({ name }) => datasource.selected_columns.includes(name));
  const problems = mappingProblems(definition.applicationDatasetFields, columns, mapping);
  if (problems.length > 0) {
    return refuse(
      "EXPERIMENT_MAPPING_INVALID",
      problems.map(({ key, code, message }) => ({ field: key, code, message })),
    );
  }
  const fieldMapping = frozenMapping(definition, mapping);
  const source = { table: { name: datasourceTable(datasource.id) }, key: "row", inputs: experimentInputs(fieldMapping, columns) };
  // Asked now, so that whoever runs it is told and not the result's message.
  const query = toSql(definition, source, { behaviour, rows: 1, applicationData: true, models: models ?? new Map() });
  const refusal = query.ok ? undefined : refusalOf(query);
  if (refusal !== undefined) return refusal;
  return {
    datasource: {
      name: datasource.name,
      type: datasource.type,
      importWss: datasource.import_id,
      recordCount: datasource.record_count === null ? null : Number(datasource.record_count),
      columns,
      // A column that the datasource does not have any more cannot be carried, and decides nothing.
      carry: [...new Set(carry)].filter((name) => columns.some((column) => column.name === name)),
    },
    fieldMapping,
  };
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
  const parsed = readDocument(JSON.parse(definition), id);
  return { versionId: id, versionName: name, solutionRevision: null, definition, hash, behaviour, parsed };
}

function unreadable({ status }: DatasourceRow): Refused | undefined {
  return status === "ready" ? undefined : refuse("DATASOURCE_NOT_READY");
}

/** With the names and types that the fields have now; entries for fields that are gone are left out. */
function frozenMapping({ applicationDatasetFields }: Definition, mapping: readonly MappedField[]): readonly FrozenField[] {
  const byKey = new Map(mapping.map((entry) => [entry.key, entry]));
  return applicationDatasetFields.map(({ key, name, type }) => {
    const { value, useDatasource } = byKey.get(key) ?? { value: "", useDatasource: false };
    return { key, name, type, value, useDatasource };
  });
}

function refusalOf({ code, reason }: SqlRefusal): Refused {
  if (code === "NOT_RUNNABLE") return refuse("EXPERIMENT_SOLUTION_INVALID");
  if (code === "WEB_CALL") return notRunnable(`${reason} Experiments call nobody: replace the node by a Set State with the answer to try.`);
  return notRunnable(reason);
}
