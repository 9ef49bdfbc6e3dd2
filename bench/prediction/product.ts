import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { Artefact } from "@airlock/model";
import { createLog, newId } from "@airlock/platform";
import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { datasourceTable } from "@airlock/backend/datasets";
import { openPostgres, type Postgres } from "@airlock/platform/postgres";
import { clickhouseAccess, environment } from "../../services/environment.ts";
import { seededAccounts } from "../../services/idp/accounts.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port, type Instance } from "../../services/instance.ts";
import { usualParts } from "../../services/parts.ts";
import { findProcess } from "../../services/processes.ts";
import { startStack, stopStack } from "../../services/stack.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { addDatasource } from "../../tests/support/add-datasource.ts";
import { Caller } from "../../tests/support/caller.ts";
import { eventually } from "../../tests/support/eventually.ts";

/** Fifteen numbers, one of them with a tenth of its values missing, and five categories of up to fifty values. */
export const columns = [
  ...Array.from({ length: 15 }, (_, n) => ({
    key: `c${n}`,
    name: `x${n}`,
    type: "FLOAT" as const,
    sql: n === 3 ? `if(number % 10 = 0, NULL, ${numberFor(n)})` : numberFor(n),
  })),
  ...Array.from({ length: 5 }, (_, n) => ({
    key: `c${15 + n}`,
    name: `k${n}`,
    type: "STRING" as const,
    sql: `concat('v', toString(sipHash64(number, ${n}) % ${10 * (n + 1)}))`,
  })),
  {
    key: "c20",
    name: "paid",
    type: "STRING" as const,
    sql: `if(sin(${numberFor(0)}) + ${numberFor(1)} / 50 + (sipHash64(number, 0) % 10) / 10 + (sipHash64(number, 99) % 1000) / 700 > 2.2, 'yes', 'no')`,
  },
] as const;

function numberFor(n: number): string {
  return `(toInt64(sipHash64(number, ${100 + n}) % 1000003) - 500000) / ${(n + 1) * 10007}`;
}

export interface Product {
  readonly instance: Instance;
  readonly admin: Caller;
  readonly organisationId: string;
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly stop: () => Promise<void>;
}

/** The whole product except its console, temporarily. */
export async function startProduct({ profile }: { readonly profile: string | undefined }): Promise<Product> {
  const running = await startTemporaryInstance(usualParts);
  const { instance } = running;
  const settings = environment(instance);
  const log = createLog({ name: "bench", level: "silent" });
  try {
    const profiling: Record<string, string> = profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` };
    const env = { AIRLOCK_RATE_LIMIT: "1000000", AIRLOCK_LOG_LEVEL: "warn", ...profiling };
    await startStack(instance, { runtimes: 1, console: "none", env });
    const place = { url: `http://127.0.0.1:${port(instance, "api")}`, issuer: settings["AIRLOCK_OIDC_ISSUER"] ?? "" };
    const email = seededAccounts[0]?.email ?? "";
    const { access_token } = await signIn({ issuer: place.issuer, publicUrl: settings["AIRLOCK_PUBLIC_URL"] ?? "", email });
    const admin = new Caller(place, access_token);
    await admin.do("user.login");
    const { organisationWss: organisationId } = (await admin.do("profile.read"))._embedded;
    const clickhouse = createClickHouse({ ...clickhouseAccess(instance), name: "bench" });
    const postgres = openPostgres({ url: settings["AIRLOCK_POSTGRES_URL"] ?? "", name: "bench", log, connections: 2 });
    const stop = async () => {
      await clickhouse.close();
      await postgres.close();
      await stopStack(instance);
      await running.stop();
    };
    return { instance, admin, organisationId, clickhouse, postgres, stop };
  } catch (error) {
    await stopStack(instance);
    await running.stop();
    throw error;
  }
}

/** This many rows in a datasource of their own. */
export async function fillDatasource({ instance, admin, clickhouse }: Product, rows: number): Promise<string> {
  const place = { url: `http://127.0.0.1:${port(instance, "api")}` };
  const first = columns.map(({ type }, n) => (type === "STRING" ? `v${n}` : n));
  const file = { name: `Bench ${newId()}`, columns: columns.map(({ name, type }) => ({ name, type })), rows: [first] };
  const datasourceId = await addDatasource(place, admin, file);
  const table = datasourceTable(datasourceId);
  await clickhouse.command(`TRUNCATE TABLE ${table}`);
  await clickhouse.command(`INSERT INTO ${table} SELECT number + 1, ${columns.map(({ sql }) => sql).join(", ")} FROM numbers(${rows})`);
  return datasourceId;
}

export interface Settings {
  readonly trees: number;
  readonly learningRate?: number;
}

/** A prediction over all columns, whose training was started. */
export async function beginTraining({ admin }: Product, trainingDatasource: string, settings: Settings) {
  const at = { predictionId: (await admin.do("predictions.create", { body: { name: `Bench ${newId()}` } }))._embedded.webSafeString };
  const mapping = {
    columns: columns.map(({ key, name, type }) => ({ key, name, type })),
    selectedRowKeys: columns.slice(0, -1).map(({ key }) => key),
    labelField: columns.at(-1)?.key ?? "",
  };
  await admin.do("prediction.train", { at, body: { trainingDatasource, mapping, settings } });
  return at;
}

export interface TrainedByProduct {
  /** From the first query of the rows to the stored report. */
  readonly seconds: number;
  /** Of the worker, the child that trains and ClickHouse. */
  readonly used: number;
  readonly artefact: Artefact;
  readonly parameters: Readonly<Record<string, string>>;
}

export async function trainByProduct(product: Product, datasourceId: string, settings: Settings): Promise<TrainedByProduct> {
  const { admin, postgres, organisationId } = product;
  const before = await usedSeconds(product.instance);
  const at = await beginTraining(product, datasourceId, settings);
  const job = await eventually(
    "the training to end",
    async () => {
      const { job: now } = (await admin.do("prediction.training", { at }))._embedded;
      if (now?.status === "failed") throw new Error(now.message);
      return now?.status === "trained" ? now : undefined;
    },
    { seconds: 280, everyMillis: 200 },
  );
  const used = (await usedSeconds(product.instance)) - before;
  const times = job.stages.flatMap(({ started, ended }) => [Date.parse(started), Date.parse(ended ?? started)]);
  const { artefact } = await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx.selectFrom("prediction_models").where("prediction_id", "=", at.predictionId).select("artefact").executeTakeFirstOrThrow(),
  );
  const { parameters } = (await admin.do("model.read", { at: { ...at, number: "1" } }))._embedded;
  return {
    seconds: (Math.max(...times) - Math.min(...times)) / 1000,
    used,
    artefact: JSON.parse(gunzipSync(artefact).toString("utf8")) as Artefact, // Written by the worker.
    parameters,
  };
}

/** In ticks of a hundredth of a second; those of a child that exited count for its parent. */
async function usedSeconds(instance: Instance): Promise<number> {
  let ticks = 0;
  for (const name of ["worker", "clickhouse"] as const) {
    const found = await findProcess(instance.folder, name);
    const stat = await readFile(`/proc/${found?.pid ?? 0}/stat`, "utf8");
    // After the name in brackets: the state is the first field, so the four times are the twelfth to fifteenth.
    const [, , , , , , , , , , , ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    for (const figure of rest.slice(0, 4)) ticks += Number(figure);
  }
  return ticks / 100;
}
