import { pieceBytes } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { asOwner, type Person } from "./person.ts";
import type { Ids } from "./ids.ts";
import { setting } from "./test-api.ts";
import { until } from "./until.ts";

const sampleFile = "id,age,income\na,34,2850.5\nb,52,4120\nc,,1975.25\n";

/** Uploads a small file in one piece and returns its name in the bucket. */
export async function uploadFile(admin: Person, fileName: string, content: string | Buffer): Promise<string> {
  const bytes = Buffer.from(content);
  const { _embedded: upload } = await admin.must("uploads.create", { body: { fileName, length: bytes.length } });
  for (let from = 0; from < bytes.length; from += pieceBytes.unit) {
    const piece = bytes.subarray(from, from + pieceBytes.unit);
    await admin.must("upload.add", { at: { uploadId: upload.webSafeString }, query: { from: String(from) }, body: piece });
  }
  return upload.fileName;
}

interface FilePlace {
  readonly bucket: string;
  readonly projectId: string;
  readonly fileName: string;
}
const sample: FilePlace = { bucket: "airlock", projectId: "airlock", fileName: "sample.csv" };
const places = new Map<string, FilePlace>();

/** A file that users of this organisation can access. */
export function placeOf(person: Person): FilePlace {
  return places.get(person.organisationId) ?? sample;
}

/** Creates it, for an organisation that uses Airlock's own storage. */
export async function sampleInBucket(admin: Person): Promise<Ids> {
  if (!places.has(admin.organisationId)) {
    places.set(admin.organisationId, { ...sample, fileName: await uploadFile(admin, sample.fileName, sampleFile) });
  }
  return {};
}

/** Creates a bucket with a file and a BigQuery table that an organisation's own account can access. */
export async function sampleInProject(admin: Person): Promise<void> {
  const post = async (address: string, body: string) => {
    const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
    await response.body?.cancel();
    if (!response.ok && response.status !== 409) throw new Error(`${address} answers ${response.status}.`);
  };
  const storage = setting("AIRLOCK_GOOGLE_STORAGE_ENDPOINT");
  const bucket = "customer-data";
  await post(`${storage}/storage/v1/b?project=airlock`, JSON.stringify({ name: bucket }));
  await post(`${storage}/upload/storage/v1/b/${bucket}/o?uploadType=media&name=loans.csv`, sampleFile);
  places.set(admin.organisationId, { bucket, projectId: "airlock", fileName: "loans.csv" });
  const datasets = `${setting("AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT")}/bigquery/v2/projects/airlock/datasets`;
  const datasetReference = { projectId: "airlock", datasetId: "customer" };
  await post(datasets, JSON.stringify({ datasetReference }));
  const tableReference = { ...datasetReference, tableId: "loans" };
  const fields = [
    { name: "id", type: "STRING" },
    { name: "age", type: "INTEGER" },
    { name: "approved", type: "BOOLEAN" },
    { name: "income", type: "FLOAT" },
  ];
  await post(`${datasets}/customer/tables`, JSON.stringify({ tableReference, schema: { fields } }));
}

/** Rows for the table of `sampleInProject`. */
export async function insertIntoSample(records: readonly object[]): Promise<void> {
  const table = `${setting("AIRLOCK_GOOGLE_BIGQUERY_ENDPOINT")}/bigquery/v2/projects/airlock/datasets/customer/tables/loans`;
  const body = JSON.stringify({ rows: records.map((json) => ({ json })) });
  const response = await fetch(`${table}/insertAll`, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!response.ok) throw new Error(`The sample table answers ${response.status}.`);
}

export async function unfinishedUpload(admin: Person): Promise<Ids> {
  const body = { fileName: `Upload ${newId()}.csv`, length: 4 * pieceBytes.unit };
  const { _embedded } = await admin.must("uploads.create", { body });
  return { uploadId: _embedded.webSafeString };
}

export const piece = Buffer.alloc(pieceBytes.unit, "a,b\n");

/** What the wizard sends for a file, with the detected types. */
export async function fileBody(admin: Person, fileName: string, name = fileName) {
  const place = { bucket: "airlock", projectId: "airlock", fileName };
  const { _embedded } = await admin.must("bucket.definition", { body: place });
  const columns = (_embedded.definition?.columns ?? []).map((column) => ({ name: column.name, type: column.type as string }));
  return {
    type: "LinkedStorage" as const,
    name,
    projectId: place.projectId,
    fileName: `gs://airlock/${fileName}`,
    columns,
    selectedColumns: columns.map((column) => column.name),
  };
}

async function fileDatasource(admin: Person): Promise<Ids> {
  const file = await uploadFile(admin, `Loans ${newId()}.csv`, sampleFile);
  const { _embedded } = await admin.must("datasources.create", { body: await fileBody(admin, file) });
  return { datasourceId: _embedded.webSafeString, importId: _embedded.importWss ?? "" };
}

/** Waits for the worker. */
export async function imported(person: Person, importId: string) {
  return until(async () => {
    const { _embedded } = await person.must("import.read", { at: { importId } });
    return _embedded.status !== "waiting" && _embedded.status !== "running" ? _embedded : undefined;
  });
}

/** As the worker left it, or set to another state after the worker is done with it. */
async function inState(admin: Person, states?: { readonly datasource: string; readonly run: string }): Promise<Ids> {
  const at = await fileDatasource(admin);
  await imported(admin, at["importId"] ?? "");
  if (states !== undefined) {
    await asOwner(async (owner) => {
      await owner.query("update imports set status = $2 where id = $1", [at["importId"], states.run]);
      await owner.query("update datasources set status = $2 where id = $1", [at["datasourceId"], states.datasource]);
    });
  }
  return at;
}

export const readyDatasource = (admin: Person) => inState(admin);
export const cancelledDatasource = (admin: Person) => inState(admin, { datasource: "cancelled", run: "cancelled" });
/** There is no job for it, so no worker takes it. */
export const waitingImport = (admin: Person) => inState(admin, { datasource: "importing", run: "waiting" });
