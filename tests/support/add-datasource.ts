import { basePath, expandPath, actionNamed, type ColumnType, type TableType } from "@airlock/contract";
import type { Caller } from "./caller.ts";
import { eventually } from "./eventually.ts";
import type { Product } from "./product.ts";

export interface NewFile {
  readonly name: string;
  /** Default `custom`. */
  readonly tableType?: TableType;
  /** In the order of the file. */
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The content of the file. */
export function csvOf({ columns, rows }: NewFile): string {
  return [columns.map((column) => column.name), ...rows].map((cells) => `${cells.join(",")}\n`).join("");
}

/** Uploads and imports a file through the api; returns the datasource when its rows are available. */
export async function addDatasource(product: Pick<Product, "url">, admin: Caller, file: NewFile): Promise<string> {
  const { name, columns } = file;
  const bytes = new TextEncoder().encode(csvOf(file));
  const upload = await admin.do("uploads.create", { body: { fileName: `${name}.csv`, length: bytes.length } });
  const { webSafeString: uploadId, fileName } = upload._embedded;
  const address = new URL(`${basePath}${expandPath(actionNamed("upload.add").path, { uploadId })}?from=0`, product.url);
  const headers = { Authorization: `Bearer ${admin.bearer}`, "Content-Type": "application/octet-stream" };
  const sent = await fetch(address, { method: "PUT", headers, body: bytes });
  if (!sent.ok) throw new Error(`The upload of ${name} answers ${sent.status}.`);
  const made = await admin.do("datasources.create", {
    body: {
      type: "LinkedStorage",
      name,
      projectId: "airlock",
      fileName: `gs://airlock/${fileName}`,
      columns,
      selectedColumns: columns.map((column) => column.name),
      ...(file.tableType === undefined ? {} : { tableType: file.tableType }),
    },
  });
  const datasourceId = made._embedded.webSafeString;
  await eventually(
    `${name} to be imported`,
    async () => {
      const { status } = (await admin.do("datasource.read", { at: { datasourceId } }))._embedded;
      if (status === "failed") throw new Error(`The import of ${name} failed.`);
      return status === "ready" ? true : undefined;
    },
    { seconds: 30 },
  );
  return datasourceId;
}
