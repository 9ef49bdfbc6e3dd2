import { readSqlModels } from "@airlock/backend/models";
import type { ComparisonCreate, MappedField } from "@airlock/contract";
import type { DatasetField } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { findDatasource } from "../datasource/store.ts";
import { prepareOver } from "../experiment/prepare-run.ts";
import type { Actor } from "../identity/actor.ts";
import { refuse, type Refused, isRefused } from "../outcome.ts";
import type { FoundSide } from "./sides.ts";
import type { FrozenMappings } from "./store.ts";

type Asked = Extract<ComparisonCreate["over"], { readonly datasourceId: string }>;

/** Both flows over a datasource, as all of them are now; or why they cannot be run. */
export async function prepareOverDatasource(
  tx: Tx,
  actor: Actor,
  { datasourceId, fieldMapping, records, carry }: Asked,
  { left, right }: { readonly left: FoundSide; readonly right: FoundSide },
): Promise<FrozenMappings | Refused> {
  // Whoever has a flow run over a datasource may do so in an experiment, too.
  if (!actor.permissions.has("experiment.update")) {
    return { kind: "refused", problem: { code: "PERMISSION_MISSING", details: { permission: "experiment.update" } } };
  }
  const datasource = await findDatasource(tx, datasourceId, false);
  if (datasource === undefined) return refuse("DATASOURCE_NOT_FOUND");
  const prepare = async ({ definition, side: { behaviour } }: FoundSide, other: FoundSide) =>
    prepareOver(
      datasource,
      { definition, behaviour, models: await readSqlModels(tx, definition) },
      mappedAlike(fieldMapping, definition.applicationDatasetFields, other.definition.applicationDatasetFields),
      carry,
    );
  const [one, two] = [await prepare(left, right), await prepare(right, left)];
  if (isRefused(one)) return one;
  if (isRefused(two)) return two;
  return { datasourceId, records, datasource: two.datasource, fieldMapping: { left: one.fieldMapping, right: two.fieldMapping } };
}

/** A field that is not named itself is mapped as the other flow's field of the same name. */
function mappedAlike(
  mapping: readonly MappedField[],
  own: readonly Pick<DatasetField, "key" | "name">[],
  others: readonly Pick<DatasetField, "key" | "name">[],
): readonly MappedField[] {
  const byKey = new Map(mapping.map((entry) => [entry.key, entry]));
  return own.flatMap(({ key, name }) => {
    const entry = byKey.get(key) ?? byKey.get(others.find((field) => field.name === name)?.key ?? "");
    return entry === undefined ? [] : [{ ...entry, key }];
  });
}
