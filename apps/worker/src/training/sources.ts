import type { DatasourceColumn, PredictionColumn, TrainingConfig } from "@airlock/contract";
import type { DatasourceRows } from "../rows/datasource-rows.ts";
import type { RowsWanted } from "../rows/rows.ts";
import { CannotTrain } from "./cannot-train.ts";

/** A datasource, as the training reads it. */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly table: string;
  /** The columns of its table. */
  readonly columns: readonly DatasourceColumn[];
  /** For rows with a predefined part. SQL: 0, 1 or 2; and how the holdout was chosen. */
  readonly parts?: { readonly sql: string; readonly holdout: string };
}

export interface Sources {
  readonly training: Source;
  readonly test: Source | undefined;
  readonly evaluation: Source | undefined;
}

/** A column of the model. Other datasources are matched by its name. */
export interface Wanted {
  readonly mapped: PredictionColumn;
  /** Its name in the training datasource. */
  readonly name: string;
}

/** The rows of all datasources of a training, with the columns that it needs. */
export async function findSources(
  rows: DatasourceRows,
  reading: Pick<RowsWanted, "organisationId" | "runId" | "isWanted" | "tell">,
  config: TrainingConfig,
): Promise<Sources> {
  const { mapping, settings, trainingDatasource, testDatasource, evaluationDatasource } = config;
  const open = async (datasourceId: string, needs: RowsWanted["needs"]): Promise<Source> => ({
    id: datasourceId,
    ...(await rows.open({ ...reading, datasourceId, needs })),
  });
  const mapped = mapping.columns.filter(({ key }) => key === mapping.labelField || mapping.selectedRowKeys.includes(key));
  const training = await open(
    trainingDatasource,
    ({ key, name }) =>
      mapped.some((column) => column.key === key || column.name === name) || [key, name].includes(settings.timeColumn ?? ""),
  );
  const others = (name: string): boolean => training.columns.some((column) => column.name === name);
  return {
    training,
    test: testDatasource === null ? undefined : await open(testDatasource, ({ name }) => others(name)),
    evaluation: evaluationDatasource === null ? undefined : await open(evaluationDatasource, ({ name }) => others(name)),
  };
}

export function wantedColumn(source: Source, mapped: PredictionColumn): Wanted {
  const found = source.columns.find(({ key }) => key === mapped.key) ?? source.columns.find(({ name }) => name === mapped.name);
  if (found === undefined) throw new CannotTrain(`The datasource ${source.name} has no column ${mapped.name}.`);
  return { mapped, name: found.name };
}

/** Columns of other datasources are matched by the name in the training datasource. */
export function columnIn(source: Source, { name }: Wanted): DatasourceColumn {
  const found = source.columns.find((column) => column.name === name);
  if (found === undefined) throw new CannotTrain(`The datasource ${source.name} has no column ${name}.`);
  return found;
}
