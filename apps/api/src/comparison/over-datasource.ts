import { prepareBoth } from "@airlock/backend/comparisons";
import { readSqlModels } from "@airlock/backend/models";
import type { ComparisonCreate } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { findDatasource } from "../datasource/store.ts";
import { overRefusal } from "../experiment/prepare-run.ts";
import type { Actor } from "../identity/actor.ts";
import { refuse, type Refused } from "../outcome.ts";
import type { FoundSide } from "./sides.ts";
import type { FrozenMappings } from "./store.ts";

type OverDatasource = Extract<ComparisonCreate["over"], { readonly datasourceId: string }>;

/** Prepares both flows over a datasource in their current states, or returns why they cannot run. */
export async function prepareOverDatasource(
  tx: Tx,
  actor: Actor,
  { datasourceId, fieldMapping, records, carry }: OverDatasource,
  { left, right }: { readonly left: FoundSide; readonly right: FoundSide },
): Promise<FrozenMappings | Refused> {
  // Running a flow over a datasource requires the permission for experiments.
  if (!actor.permissions.has("experiment.update")) {
    return { kind: "refused", problem: { code: "PERMISSION_MISSING", details: { permission: "experiment.update" } } };
  }
  const datasource = await findDatasource(tx, datasourceId, false);
  if (datasource === undefined) return refuse("DATASOURCE_NOT_FOUND");
  const flow = async ({ definition, side: { behaviour } }: FoundSide) => ({
    definition,
    behaviour,
    models: await readSqlModels(tx, definition),
  });
  const prepared = prepareBoth(datasource, { left: await flow(left), right: await flow(right) }, fieldMapping, carry);
  if (prepared.kind !== "prepared") return overRefusal(prepared);
  return { datasourceId, records, datasource: prepared.datasource, fieldMapping: prepared.fieldMapping };
}
