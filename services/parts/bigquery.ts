import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expectOk } from "../http.ts";
import { bigqueryInstall, installBigQuery } from "../install/bigquery.ts";
import { port, type Instance } from "../instance.ts";
import type { Part } from "../part.ts";

export const bigqueryProject = "airlock";

export function bigqueryUrl(instance: Instance): string {
  return `http://127.0.0.1:${port(instance, "bigquery")}`;
}

/** An emulator of BigQuery. Starts on request: `--with bigquery`. */
export const bigquery: Part = {
  name: "bigquery",
  ports: ["bigquery"],
  startSeconds: 180,
  install: installBigQuery,

  async prepare(instance) {
    const data = join(instance.folder, "bigquery");
    await mkdir(data, { recursive: true });
    const { home, python } = bigqueryInstall();
    const options = ["--project", bigqueryProject, "--rest-port", String(port(instance, "bigquery")), "--persistent", "--data-dir", data];
    return {
      file: python,
      // Its gRPC protocol is not used; 0 selects any free port.
      args: ["-m", "bqemulator", "start", ...options, "--grpc-port", "0"],
      env: { HOME: home },
      cwd: data,
    };
  },

  async probe(instance) {
    const query = { query: "SELECT 1 AS one", useLegacySql: false };
    await expectOk(`${bigqueryUrl(instance)}/bigquery/v2/projects/${bigqueryProject}/queries`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer any" },
      body: JSON.stringify(query),
    });
  },
};
