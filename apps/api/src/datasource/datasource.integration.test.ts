import { LeaseLost, takeLease, writeWhileHeld } from "@airlock/backend/leases";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { fileBody, imported, insertIntoSample, placeOf, sampleInProject, uploadFile } from "../testing/datasources.ts";
import { keyFile } from "../testing/key-file.ts";
import { asOwner, newColleague, newOrganisation, type Person } from "../testing/person.ts";
import { until } from "../testing/until.ts";
import { moveUpload } from "../upload/store.ts";

const { api, root, admin } = await apiInOrganisation("Data");

async function created(person: Person, content: string | Buffer, ending = "csv", types: Readonly<Record<string, string>> = {}) {
  const file = await uploadFile(person, `File ${newId()}.${ending}`, content);
  const guessed = await fileBody(person, file, "Loans");
  const columns = guessed.columns.map(({ name, type }) => ({ name, type: Object.hasOwn(types, name) ? (types[name] ?? type) : type }));
  const { _embedded } = await person.must("datasources.create", { body: { ...guessed, columns } });
  return { file, datasourceId: _embedded.webSafeString, importId: _embedded.importWss ?? "" };
}

test("a file is uploaded, previewed, imported, counted and profiled", async () => {
  const content = 'id,age,income,__proto__\nNL-1,34,2850.5,x\nNL-2,52,4120,"a ""b"""\nNL-3,,1975.25,\nNL-4,old,1,\nNL-5,1\n';
  const { file, datasourceId, importId } = await created(admin, content, "csv", { age: "INTEGER" });
  const { items: buckets } = await admin.must("buckets.list");
  expect(buckets.map(({ _embedded }) => _embedded)).toEqual([{ id: "airlock", name: "Airlock", projectId: "airlock" }]);
  const { items: files } = await admin.must("bucket.files", { body: { bucket: "airlock", projectId: "airlock" } });
  expect(files.map(({ _embedded }) => [_embedded.name, _embedded.length, _embedded.definition])).toContainEqual([
    file,
    content.length,
    null,
  ]);

  const run = await imported(admin, importId);
  expect(run).toMatchObject({ status: "done", rows: 3, rejectedRows: 2, bytes: content.length, totalBytes: content.length, message: "" });
  const { _embedded: datasource, _links: links } = await admin.must("datasource.read", { at: { datasourceId } });
  expect(datasource).toMatchObject({ name: "Loans", type: "LinkedStorage", tableType: "custom", status: "ready", recordCount: 3 });
  expect(datasource.columns.map(({ name, key, type }) => `${name} ${key} ${type}`)).toEqual([
    "id c0 STRING",
    "age c1 INTEGER",
    "income c2 FLOAT",
    "__proto__ c3 STRING",
  ]);
  expect(Object.keys(links).sort()).toEqual(["count", "import", "metadata", "self"]);
  expect((await admin.must("datasource.count", { at: { datasourceId } }))._embedded.recordCount).toBe(3);

  const { _embedded: metadata } = await admin.must("datasource.metadata", { at: { datasourceId } });
  expect(metadata.records).toEqual([
    ["NL-1", "34", "2850.5", "x"],
    ["NL-2", "52", "4120", 'a "b"'],
    ["NL-3", null, "1975.25", null],
  ]);
  const [, age, income] = metadata.columns;
  expect(age?.profile).toMatchObject({ missing: 1, distinct: 2, min: 34, max: 52, mean: 43, median: 43 });
  expect(age?.profile?.histogram.every(({ from, to }) => Number.isInteger(from) && from === to)).toBe(true);
  expect(age?.profile?.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(income?.profile).toMatchObject({ missing: 0, distinct: 3, min: 1975.25, max: 4120 });

  const rejected = await admin.must("import.rejections", { at: { importId } });
  expect(rejected._embedded).toEqual({ total: 2, exact: true, columns: ["id", "age", "income", "__proto__"] });
  expect(rejected.items.map(({ _embedded }) => _embedded)).toEqual([
    { row: 4, column: "age", reason: '"old" is not a whole number', cells: ["NL-4", "old", "1", ""] },
    { row: 5, column: "", reason: "has 2 cells instead of 4", cells: ["NL-5", "1"] },
  ]);
});

test("cells are read in the chosen format: separators, dates and texts that mean missing; others are rejected, as in the preview", async () => {
  const rows = [
    "A1;12.504,48;31/12/2023;34",
    "A2;1.975,25;01/03/2024;unknown",
    "A3;;?;52",
    "A4;7,5;29/02/2023;40",
    "A5;12,50.4;02/03/2024;41",
  ];
  const fileName = await uploadFile(admin, `Written ${newId()}.csv`, `id;income;applied_on;age\n${rows.join("\n")}\n`);
  const place = { bucket: "airlock", projectId: "airlock", fileName };
  const { definition } = (await admin.must("bucket.definition", { body: place }))._embedded;
  // Proposed with an example, and not applied: as detected, everything but the id is text and nothing is rejected.
  expect(definition?.columns.map(({ type }) => type)).toEqual(["STRING", "STRING", "STRING", "STRING"]);
  expect(definition?.rejectedRows).toBe(0);
  expect(definition?.columns[3]?.proposal).toEqual({
    type: "INTEGER",
    reading: { decimal: ".", thousands: "", missing: ["unknown"], date: "" },
    example: { text: "unknown", becomes: null },
    cells: 1,
  });
  const chosen = [
    { type: "STRING" as const },
    { type: "FLOAT" as const, reading: { decimal: "," as const, thousands: "." as const } },
    { type: "STRING" as const, reading: { date: "DMY" as const, missing: ["?"] } },
    { type: "INTEGER" as const, reading: { missing: ["Unknown"] } },
  ];
  const preview = (await admin.must("bucket.definition", { body: { ...place, columns: chosen } }))._embedded.definition;
  const rejected = [
    { row: 4, column: "applied_on", sentence: '"29/02/2023" is not a date with day, month and year' },
    { row: 5, column: "income", sentence: '"12,50.4" is not a number' },
  ];
  expect([preview?.rejectedRows, preview?.problems]).toEqual([2, rejected]);

  const body = await fileBody(admin, fileName, "Written");
  const columns = body.columns.map(({ name }, at) => ({ name, ...chosen[at], type: chosen[at]?.type ?? "STRING" }));
  const { _embedded } = await admin.must("datasources.create", { body: { ...body, columns } });
  const importId = _embedded.importWss ?? "";
  expect(await imported(admin, importId)).toMatchObject({ status: "done", rows: 3, rejectedRows: 2 });
  const { _embedded: metadata } = await admin.must("datasource.metadata", { at: { datasourceId: _embedded.webSafeString } });
  expect(metadata.records).toEqual([
    ["A1", "12504.48", "2023-12-31", "34"],
    ["A2", "1975.25", "2024-03-01", null],
    ["A3", null, null, "52"],
  ]);
  expect(metadata.columns.map(({ reading }) => reading?.date ?? "plain")).toEqual(["plain", "", "DMY", ""]);
  const { items } = await admin.must("import.rejections", { at: { importId } });
  expect(items.map(({ _embedded: { row, column, reason: sentence } }) => ({ row, column, sentence }))).toEqual(rejected);
});

test("distinct values are counted exactly", async () => {
  const rows = 60_000;
  const ids = Array.from({ length: rows }, (_, at) => `A${100_000 + at}\n`).join("");
  const { importId, datasourceId } = await created(admin, `application_id\n${ids}`, "csv");
  expect(await imported(admin, importId)).toMatchObject({ status: "done", rows });
  const { _embedded: metadata } = await admin.must("datasource.metadata", { at: { datasourceId } });
  expect(metadata.columns[0]?.profile).toMatchObject({ missing: 0, distinct: rows, distinctIsExact: true, median: null });
});

test("a rejected row is stored whatever its cells contain", async () => {
  const cells = ["O'Brien", "'", "\\", "\\'", "a\tb", "two\nlines", "[1, 'x']"];
  const quoted = cells.map((cell) => `"${cell}",old\n`).join("");
  const { importId } = await created(admin, `name,age\n${quoted}Ada,34\n`, "csv", { age: "INTEGER" });
  expect(await imported(admin, importId)).toMatchObject({ status: "done", rows: 1, rejectedRows: cells.length });
  const { items } = await admin.must("import.rejections", { at: { importId } });
  expect(items.map(({ _embedded }) => _embedded.cells[0])).toEqual(cells);
});

test("gzip, UTF-16 and a header only; an unreadable file has a message", async () => {
  const packed = await created(admin, gzipSync("a;b\n1;ü\n2;ö\n"), "csv.gz");
  expect(await imported(admin, packed.importId)).toMatchObject({ status: "done", rows: 2, rejectedRows: 0 });
  const wide = await created(admin, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("a\tb\r\n1\tü\r\n", "utf16le")]), "tsv");
  expect(await imported(admin, wide.importId)).toMatchObject({ status: "done", rows: 1 });
  const { _embedded } = await admin.must("datasource.metadata", { at: wide });
  expect(_embedded.records).toEqual([["1", "ü"]]);
  const empty = await created(admin, "a,b\n");
  expect(await imported(admin, empty.importId)).toMatchObject({ status: "done", rows: 0 });

  const archive = await uploadFile(admin, "book.csv", Buffer.from("PK\u0003\u0004 and so on"));
  const response = await api.ask(admin.token, "bucket.definition", {
    body: { bucket: "airlock", projectId: "airlock", fileName: archive },
  });
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([422, "FILE_UNREADABLE"]);
  expect(response.body).toContain("spreadsheet");
});

/** Written by pyarrow; the tests of Parquet files describe the content of each. */
const parquet = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, `../../../../packages/platform/src/files/parquet/fixtures/${name}.parquet`));

test("a Parquet file has no cell formats", async () => {
  const body = await fileBody(admin, await uploadFile(admin, "numbers.parquet", parquet("numbers")));
  const columns = body.columns.map((column) => ({ ...column, reading: { missing: ["1"] } }));
  const response = await api.ask(admin.token, "datasources.create", { body: { ...body, columns } });
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, "INVALID_REQUEST"]);
});

test("a Parquet file is previewed by its schema and imported; values without a field type reject their row, nested ones are refused", async () => {
  const { file, datasourceId, importId } = await created(admin, parquet("numbers"), "parquet");
  const { items: files } = await admin.must("bucket.files", { body: { bucket: "airlock", projectId: "airlock" } });
  expect(files.map(({ _embedded }) => _embedded.name)).toContain(file);
  const place = { bucket: "airlock", projectId: "airlock", fileName: file };
  const { definition } = (await admin.must("bucket.definition", { body: place }))._embedded;
  expect(definition).toMatchObject({ format: "parquet", compression: "none", encoding: "", delimiter: "", rowsLookedAt: 4 });
  expect(definition?.columns.map(({ name, type, firstValues }) => `${name} ${type} ${firstValues[0]}`)).toEqual([
    "n INTEGER 1",
    "f FLOAT 1.5",
  ]);
  expect(await imported(admin, importId)).toMatchObject({ status: "done", rows: 2, rejectedRows: 2, message: "" });
  const { _embedded: metadata } = await admin.must("datasource.metadata", { at: { datasourceId } });
  expect(metadata.records).toEqual([
    ["1", "1.5"],
    ["9007199254740991", null],
  ]);
  const { items: rejected } = await admin.must("import.rejections", { at: { importId } });
  expect(rejected.map(({ _embedded: { row, column, reason } }) => `${row} ${column} ${reason}`)).toEqual([
    '3 n "9007199254740992" is larger than 9007199254740991',
    '4 n "18446744073709551615" is larger than 9007199254740991',
  ]);
  const many = await created(admin, parquet("groups"), "parquet", { n: "STRING" });
  expect(await imported(admin, many.importId)).toMatchObject({ status: "done", rows: 1000, rejectedRows: 0 });
  for (const [name, sentence] of [
    ["list", "tags: A column holds lists or records, which a flow does not read."],
    ["zeros-page", "The Parquet file unpacks to far more than a table of this size would."],
    ["codec-lz4", "compressed in a way that is not read here"],
  ] as const) {
    const fileName = await uploadFile(admin, `${name}.parquet`, parquet(name));
    const response = await api.ask(admin.token, "bucket.definition", { body: { ...place, fileName } });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([422, "FILE_UNREADABLE"]);
    expect(response.body).toContain(sentence);
  }
});

test("deleting deletes the rows; the file only with deleteData", async () => {
  const names = async () =>
    (await admin.must("bucket.files", { body: { bucket: "airlock", projectId: "airlock" } })).items.map(({ _embedded }) => _embedded.name);
  const tables = async (id: string) =>
    (await api.adminClickHouse.query(`SELECT name FROM system.tables WHERE name LIKE {like:String}`, { like: `%${id}` })).length;
  const kept = await created(admin, "a,b\n1,2\n");
  const gone = await created(admin, "a,b\n1,2\nx,y\nz\n");
  await imported(admin, kept.importId);
  await imported(admin, gone.importId);
  await admin.must("datasource.delete", { at: kept });
  await admin.must("datasource.delete", { at: gone, body: { deleteData: true } });
  await until(async () => (await tables(kept.datasourceId)) + (await tables(gone.datasourceId)) === 0);
  await until(async () => !(await names()).includes(gone.file));
  expect(await names()).toContain(kept.file);
  const rejected = "SELECT count() AS count FROM rejected_rows WHERE import = {import:String}";
  await until(async () => (await api.adminClickHouse.query<{ count: number }>(rejected, { import: gone.importId }))[0]?.count === 0);
});

test("an organisation has ten unfinished imports, so that it cannot fill the queue for others", async () => {
  const body = await fileBody(admin, await uploadFile(admin, `Queued ${newId()}.csv`, "a,b\n1,2\n"));
  const create = () => api.ask(admin.token, "datasources.create", { body });
  const { datasourceId } = await created(admin, "a,b\n1,2\n");
  const ids = Array.from({ length: 10 }, () => newId());
  // There are no jobs for them, so no worker takes them.
  await asOwner((owner) =>
    owner.query(
      `insert into imports (id, organisation_id, datasource_id, form, generation, total_bytes)
       select unnest($1::text[]), $2, $3, '{}', '1', 1`,
      [ids, admin.organisationId, datasourceId],
    ),
  );
  const refused = await create();
  await asOwner((owner) => owner.query("update imports set status = 'cancelled' where id = any($1)", [ids.slice(1)]));
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "TOO_MANY_IMPORTS"]);
  const left = await asOwner((owner) => owner.query("select 1 from datasources where name = $1", [body.name]));
  expect(left.rowCount).toBe(0);
  expect((await create()).statusCode).toBe(201);
  await asOwner((owner) => owner.query("delete from imports where id = any($1)", [ids]));
});

/** An upload of 600,000 bytes, and a function that sends a range of them. */
async function beginUpload(fileName: string) {
  const bytes = Buffer.alloc(600_000, "a,b\n");
  const { _embedded: upload } = await admin.must("uploads.create", { body: { fileName, length: bytes.length } });
  const at = { uploadId: upload.webSafeString };
  const send = (from: number, to: number) =>
    api.ask(admin.token, "upload.add", { at, query: { from: String(from) }, body: bytes.subarray(from, to) });
  return { at, send };
}

test("an upload resumes, and pieces out of order are refused", async () => {
  const { at, send } = await beginUpload("Steps.csv");
  expect((await send(0, 262_144)).json<{ _embedded: { received: number } }>()._embedded.received).toBe(262_144);
  for (const [from, to] of [
    [0, 262_144],
    [524_288, 600_000],
    [262_144, 300_000],
  ] as const) {
    const refused = await send(from, to);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "UPLOAD_OUT_OF_STEP"]);
    expect(refused.body).toContain("byte 262144");
  }
  expect((await admin.must("upload.read", { at }))._embedded.received).toBe(262_144);
  expect((await send(262_144, 600_000)).statusCode).toBe(200);
  expect((await api.ask(admin.token, "upload.read", { at })).statusCode).toBe(404);
  const again = await admin.must("uploads.create", { body: { fileName: "Steps.csv", length: 5 } });
  expect(again._embedded.fileName).toBe("Steps (2).csv");
});

test("an upload does not get the name of one that has begun, also if both begin in the same moment", async () => {
  const begin = async () => (await admin.must("uploads.create", { body: { fileName: "Both.csv", length: 5 } }))._embedded.fileName;
  const names = [await begin(), ...(await Promise.all([begin(), begin(), begin()]))];
  expect(names.toSorted()).toEqual(["Both (2).csv", "Both (3).csv", "Both (4).csv", "Both.csv"]);
});

test("an upload that the bucket server no longer has is lost, and a new one begins", async () => {
  const { at, send } = await beginUpload("Gone.csv");
  expect((await send(0, 262_144)).statusCode).toBe(200);
  const unknown = "/upload/storage/v1/b/airlock/o?uploadType=resumable&upload_id=unknown";
  await asOwner((owner) => owner.query("update uploads set session = 'http://localhost' || $2 where id = $1", [at.uploadId, unknown]));
  const refused = await send(262_144, 600_000);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "UPLOAD_LOST"]);
  const next = await beginUpload("Gone.csv");
  expect((await next.send(0, 600_000)).statusCode).toBe(200);
});

test("one piece of an upload is added at a time, and a call that died is not waited for", async () => {
  const { at, send } = await beginUpload("Serial.csv");
  const hold = (seconds: number) =>
    asOwner((owner) =>
      owner.query(
        `insert into job_leases (job_id, organisation_id, owner, renewed_at) values ($1, $2, 'another', now() - make_interval(secs => $3))
         on conflict (job_id) do update set renewed_at = excluded.renewed_at`,
        [at.uploadId, admin.organisationId, seconds],
      ),
    );
  // Held for an hour from now on, however long the machine pauses.
  await hold(-3_600);
  const refused = await send(0, 262_144);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "UPLOAD_BUSY"]);
  await hold(20);
  expect((await send(0, 262_144)).statusCode).toBe(200);
  expect((await send(262_144, 600_000)).statusCode).toBe(200);
  const left = await asOwner((owner) => owner.query("select 1 from job_leases where job_id = $1", [at.uploadId]));
  expect(left.rowCount).toBe(0);
});

test("an upload whose lease is lost stores nothing, and one that another call moved returns its position", async () => {
  const { _embedded: upload } = await admin.must("uploads.create", { body: { fileName: "Lost.csv", length: 600_000 } });
  const { organisationId } = admin;
  const uploadId = upload.webSafeString;
  const inOrganisation = <T>(work: (tx: Tx) => Promise<T>) => api.parts.postgres.inOrganisation({ organisationId, userId: null }, work);
  const lease = await inOrganisation((tx) => takeLease(tx, { organisationId, jobId: uploadId, staleSeconds: 15 }));
  if (lease === undefined) throw new Error("The lease is held.");
  const move = (from: number, to: number) => writeWhileHeld(inOrganisation, lease, (tx) => moveUpload(tx, uploadId, from, to));
  expect(await move(0, 262_144)).toBe(262_144);
  expect(await move(0, 524_288)).toBe(262_144);
  await asOwner((owner) => owner.query("update job_leases set owner = 'another' where job_id = $1", [uploadId]));
  await expect(move(262_144, 524_288)).rejects.toBeInstanceOf(LeaseLost);
  expect((await admin.must("upload.read", { at: { uploadId } }))._embedded.received).toBe(262_144);
});

test("the registered columns are checked against the file", async () => {
  const file = await uploadFile(admin, `Checked ${newId()}.csv`, "a,b\n1,2\n");
  const body = await fileBody(admin, file);
  const ask = async (changes: object) => {
    const response = await api.ask(admin.token, "datasources.create", { body: { ...body, ...changes } });
    return [response.statusCode, response.json<{ code?: string }>().code];
  };
  expect(await ask({ selectedColumns: ["c"] })).toEqual([400, "INVALID_REQUEST"]);
  expect(await ask({ selectedColumns: [] })).toEqual([400, "INVALID_REQUEST"]);
  expect(await ask({ name: " " })).toEqual([400, "INVALID_REQUEST"]);
  expect(await ask({ columns: [{ name: "a", type: "STRING" }], selectedColumns: ["a"] })).toEqual([409, "FILE_CHANGED"]);
  expect(await ask({ fileName: "gs://airlock/missing.csv" })).toEqual([404, "FILE_NOT_FOUND"]);
  expect(await ask({ fileName: "gs://other/a.csv" })).toEqual([404, "BUCKET_NOT_FOUND"]);
  // DOUBLE is read as FLOAT, and an unknown type as STRING.
  const { _embedded } = await admin.must("datasources.create", {
    body: {
      ...body,
      columns: [
        { name: "a", type: "DOUBLE" },
        { name: "b", type: "GEOGRAPHY" },
      ],
      selectedColumns: ["b"],
    },
  });
  expect(_embedded.columns.map(({ type }) => type)).toEqual(["FLOAT", "STRING"]);
  await imported(admin, _embedded.importWss ?? "");
  const metadata = await admin.must("datasource.metadata", { at: { datasourceId: _embedded.webSafeString } });
  expect(metadata._embedded.records).toEqual([["2"]]);
});

test("an organisation's own account: its buckets and its BigQuery tables, and no files of others", async () => {
  const own = await newOrganisation(api, root, "Own account");
  const body = { type: "BigQuery", name: "Loans", tableName: "loans" };
  expect((await api.ask(own.token, "datasources.create", { body })).json<{ code: string }>().code).toBe("WAREHOUSE_NOT_USED");
  await own.must("organisation.serviceAccount", {
    at: { organisationId: own.organisationId },
    body: { useAirlock: false, file: await keyFile() },
  });
  expect((await api.ask(own.token, "uploads.create", { body: { fileName: "a.csv", length: 3 } })).statusCode).toBe(409);
  const missing = await api.ask(own.token, "datasources.create", { body: { ...body, tableName: `t_${newId()}` } });
  expect([missing.statusCode, missing.json<{ code: string }>().code]).toEqual([404, "TABLE_NOT_FOUND"]);
  const wrong = await api.ask(own.token, "datasources.create", { body: { ...body, tableName: "no-dashes" } });
  expect(wrong.statusCode).toBe(400);
  const { items: buckets } = await own.must("buckets.list");
  expect(buckets.map(({ _embedded }) => _embedded.name)).not.toContain("airlock");
  // The bucket with the files of all organisations is not accessible, whatever the account may see.
  for (const body of [
    { bucket: "airlock", projectId: "airlock" },
    { bucket: "customer-data", projectId: "somebody-else" },
    { bucket: "../airlock", projectId: "airlock" },
  ]) {
    expect((await api.ask(own.token, "bucket.files", { body })).json<{ code: string }>().code).toBe("BUCKET_NOT_FOUND");
  }
});

test("a name that leaves the organisation's folder is not found", async () => {
  const other = await newOrganisation(api, root, "Neighbour");
  const file = await uploadFile(other, "Secret.csv", "a,b\n1,2\n");
  for (const fileName of [
    `../../${other.organisationId}/files/${file}`,
    `./../../${other.organisationId}/files/${file}`,
    "..",
    "/etc/passwd",
  ]) {
    const response = await api.ask(admin.token, "bucket.definition", { body: { bucket: "airlock", projectId: "airlock", fileName } });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, "FILE_NOT_FOUND"]);
  }
});

test("a BigQuery table stays in BigQuery: described, counted, with its cost in advance", async () => {
  const own = await newOrganisation(api, root, "Warehouse");
  await own.must("organisation.serviceAccount", {
    at: { organisationId: own.organisationId },
    body: { useAirlock: false, file: await keyFile() },
  });
  await sampleInProject(own);
  const body = { type: "BigQuery", name: "Loans", tableName: "loans", tableType: "predictiveAnalytics" };
  const { _embedded: made } = await own.must("datasources.create", { body });
  expect(made).toMatchObject({ type: "BigQuery", tableType: "predictiveAnalytics", tableName: "loans", status: "ready", importWss: null });
  // Flows have no BOOLEAN column type, so it is read as STRING.
  expect(made.columns.map(({ name, type }) => `${name} ${type}`)).toEqual(["id STRING", "age INTEGER", "approved STRING", "income FLOAT"]);
  const at = { datasourceId: made.webSafeString };
  expect((await own.must("datasource.count", { at }))._embedded.recordCount).toBe(0);
  const { _embedded: metadata } = await own.must("datasource.metadata", { at });
  expect(metadata.cost).toEqual({ bytes: 0, budget: 10 * 1024 ** 3 });
  const fields = { id: "a", age: 34, approved: true, income: 1.5 };
  await insertIntoSample([fields, fields, fields]);
  // An emulator reports no bytes, so it is the minimum of the types: 2 + 8 + 1 + 8 bytes per row.
  expect((await own.must("datasource.metadata", { at }))._embedded.cost?.bytes).toBe(3 * 19);
  expect((await own.must("datasource.metadata", { at, query: { columns: "c1,c2" } }))._embedded.cost?.bytes).toBe(3 * 9);
  expect((await api.ask(own.token, "datasource.metadata", { at, query: { columns: "age; DROP TABLE" } })).statusCode).toBe(400);
  const file = placeOf(own);
  const { _embedded: look } = await own.must("bucket.definition", { body: file });
  expect(look.definition?.columns.map(({ name, type }) => `${name} ${type}`)).toEqual(["id STRING", "age INTEGER", "income FLOAT"]);
  const columns = look.definition?.columns ?? [];
  const { _embedded: linked } = await own.must("datasources.create", {
    body: {
      type: "LinkedStorage",
      name: "Own file",
      projectId: file.projectId,
      fileName: `gs://${file.bucket}/${file.fileName}`,
      columns: columns.map(({ name, type }) => ({ name, type })),
      selectedColumns: columns.map(({ name }) => name),
    },
  });
  expect(await imported(own, linked.importWss ?? "")).toMatchObject({ status: "done", rows: 3 });
});

test("a file cannot be registered without the permission to import", async () => {
  const colleague = await newColleague(api, admin, ["datasources.list", "datasources.create"]);
  const file = await uploadFile(admin, `Right ${newId()}.csv`, "a,b\n1,2\n");
  const response = await api.ask(colleague.token, "datasources.create", { body: await fileBody(admin, file) });
  expect(response.statusCode).toBe(403);
  expect(response.body).toContain("imports.*");
});
