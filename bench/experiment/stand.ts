import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { datasourceTable } from "@airlock/backend/datasets";
import type { Definition } from "@airlock/flow";
import { clickhouseAccess, environment } from "../../services/environment.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port } from "../../services/instance.ts";
import { startStack, stopStack } from "../../services/stack.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { addDatasource } from "../../tests/support/add-datasource.ts";
import { Caller } from "../../tests/support/caller.ts";
import { applicantDataset, applicantsSelect } from "../sql/applicants-table.ts";

/** The product with its own services and one administrator. */
export interface Stand {
  readonly admin: Caller;
  readonly clickhouse: ClickHouse;
  /** A datasource of this many applicants and an experiment over all of them. */
  readonly over: (rows: number) => Promise<Experiment>;
  readonly close: () => Promise<void>;
}

export interface Experiment {
  readonly rows: number;
  readonly datasourceId: string;
  readonly experimentId: string;
}

export async function openStand(definition: Definition): Promise<Stand> {
  const running = await startTemporaryInstance(["postgres", "nats", "clickhouse", "idp", "gcs"]);
  const { instance } = running;
  const close = async () => {
    await stopStack(instance);
    await running.stop();
  };
  try {
    await startStack(instance, { console: "none", env: { AIRLOCK_LOG_LEVEL: "error", AIRLOCK_RATE_LIMIT: "1000000" } });
    const settings = environment(instance);
    const clickhouse = createClickHouse({
      ...clickhouseAccess(instance),
      name: "bench",
      requestMillis: 600_000,
    });
    const place = { url: `http://127.0.0.1:${port(instance, "api")}`, issuer: settings.AIRLOCK_OIDC_ISSUER };
    const signingIn = { issuer: place.issuer, publicUrl: settings.AIRLOCK_PUBLIC_URL, email: "admin@airlock.test" };
    const admin = new Caller(place, (await signIn(signingIn)).access_token);
    await admin.do("user.login");
    const solution = await admin.do("solutions.create", { body: { name: "Scorecard", definition } });
    const fieldMapping = definition.applicationDatasetFields.map(({ key, name }) => ({ key, value: name, useDatasource: true }));
    const over = async (rows: number): Promise<Experiment> => {
      const datasourceId = await addDatasource(place, admin, { name: `${rows} applicants`, columns: applicantDataset, rows: [] });
      // As an import of a file with these rows leaves it; `bench:import` measures that.
      const table = datasourceTable(datasourceId);
      await clickhouse.command(`INSERT INTO ${table} ${applicantsSelect} FROM numbers(1, ${rows})`);
      await clickhouse.command(`OPTIMIZE TABLE ${table} FINAL`);
      const made = await admin.do("experiments.create", { body: { name: `All of ${rows} applicants` } });
      const experimentId = made._embedded.webSafeString;
      const body = { solutionId: solution._embedded.webSafeString, datasourceId, fieldMapping, records: "all" };
      await admin.do("experiment.update", { at: { experimentId }, body });
      return { rows, datasourceId, experimentId };
    };
    return { admin, clickhouse, over, close: () => clickhouse.close().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}
