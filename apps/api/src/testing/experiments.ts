import type { Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { readyDatasource } from "./datasources.ts";
import { asOwner, type Person } from "./person.ts";
import type { Ids } from "./ids.ts";
import { until } from "./until.ts";

/** An experiment that can run: a solution, a datasource, and each field from the column of its name. */
export async function newExperiment(
  admin: Person,
  definition: Definition,
  datasourceId: string,
  records: "first" | "all" = "first",
): Promise<string> {
  const solution = await admin.must("solutions.create", { body: { name: `Tried ${newId()}`, definition } });
  const { _embedded } = await admin.must("experiments.create", { body: { name: `Experiment ${newId()}` } });
  const experimentId = _embedded.webSafeString;
  const fieldMapping = definition.applicationDatasetFields.map(({ key, name }) => ({ key, value: name, useDatasource: true }));
  const body = { solutionId: solution._embedded.webSafeString, datasourceId, fieldMapping, records };
  await admin.must("experiment.update", { at: { experimentId }, body });
  return experimentId;
}

/** Waits for the worker. */
export async function ran(person: Person, experimentResultId: string) {
  return until(async () => {
    const { _embedded } = await person.must("experimentResult.read", { at: { experimentResultId } });
    return _embedded.status !== "waiting" && _embedded.status !== "running" ? _embedded : undefined;
  });
}

const withData = new Map<string, Promise<Ids>>();

/** With the small file of the specimens; one per organisation is enough. */
export async function experimentOf(admin: Person, definition: Definition): Promise<Ids> {
  const known = withData.get(admin.organisationId) ?? readyDatasource(admin);
  withData.set(admin.organisationId, known);
  return { experimentId: await newExperiment(admin, definition, (await known)["datasourceId"] ?? "") };
}

export async function resultOf(admin: Person, definition: Definition, status?: "waiting" | "cancelled"): Promise<Ids> {
  const at = await experimentOf(admin, definition);
  const { _embedded } = await admin.must("experiment.run", { at });
  const experimentResultId = _embedded.webSafeString;
  await ran(admin, experimentResultId);
  // There is no job for it, so no worker takes it.
  if (status !== undefined) {
    await asOwner((owner) => owner.query("update experiment_results set status = $2 where id = $1", [experimentResultId, status]));
  }
  return { ...at, experimentResultId };
}
