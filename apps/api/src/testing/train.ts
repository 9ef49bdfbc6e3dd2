import { newId } from "@airlock/platform";
import type { TableType, ColumnType, PredictionSettings } from "@airlock/contract";
import { fileBody, imported, uploadFile } from "./datasources.ts";
import type { Person } from "./person.ts";
import { until } from "./until.ts";

/** A file as a datasource, with these types where detection would differ. */
export async function datasourceOf(
  admin: Person,
  content: string,
  types: Readonly<Record<string, ColumnType>> = {},
  tableType: TableType = "custom",
): Promise<string> {
  const file = await uploadFile(admin, `Rows ${newId()}.csv`, content);
  const guessed = await fileBody(admin, file);
  const columns = guessed.columns.map(({ name, type }) => ({ name, type: Object.hasOwn(types, name) ? (types[name] ?? type) : type }));
  const { _embedded } = await admin.must("datasources.create", { body: { ...guessed, columns, tableType } });
  const run = await imported(admin, _embedded.importWss ?? "");
  if (run.status !== "done") throw new Error(`The import ended as ${run.status}: ${run.message}`);
  return _embedded.webSafeString;
}

export interface Wanted {
  readonly label: string;
  /** All others if omitted. */
  readonly inputs?: readonly string[];
  readonly settings?: Partial<PredictionSettings>;
  readonly boundaries?: Readonly<Record<string, readonly number[]>>;
  readonly evaluation?: string;
  readonly test?: string;
}

/** A prediction over all columns of a datasource, ready to train. */
export async function predictionOver(admin: Person, datasourceId: string, wanted: Wanted) {
  const { _embedded: datasource } = await admin.must("datasource.read", { at: { datasourceId } });
  const { _embedded: made } = await admin.must("predictions.create", { body: { name: `Trained ${newId()}` } });
  const at = { predictionId: made.webSafeString };
  const keyOf = (name: string) => datasource.columns.find((column) => column.name === name)?.key ?? "";
  const labelField = keyOf(wanted.label);
  const inputs = wanted.inputs?.map(keyOf) ?? datasource.columns.map(({ key }) => key).filter((key) => key !== labelField);
  const columns = datasource.columns.map((column) => ({
    ...column,
    boundaries: Object.hasOwn(wanted.boundaries ?? {}, column.name) ? (wanted.boundaries?.[column.name] ?? []) : [],
  }));
  await admin.must("prediction.update", {
    at,
    body: {
      trainingDatasource: datasourceId,
      evaluationDatasource: wanted.evaluation ?? null,
      testDatasource: wanted.test ?? null,
      mapping: { columns, selectedRowKeys: inputs, labelField },
      settings: { trees: 60, ...wanted.settings },
    },
  });
  return at;
}

/** Waits for the worker. */
export async function trained(admin: Person, at: { readonly predictionId: string }) {
  return until(async () => {
    const { job } = (await admin.must("prediction.training", { at }))._embedded;
    return job !== null && job.status !== "waiting" && job.status !== "training" ? job : undefined;
  });
}
