import { recordPosition } from "@airlock/backend/executions";
import { emptyDefinition, newLink, newNode, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import type { Ids } from "./ids.ts";
import type { Person } from "./person.ts";

const start = newNode("Start", "start", 0, 0);
const end = newNode("End", "end", 200, 0);

/** Has an outcome field, and one that identifies callers. */
export const deciding: Definition = {
  ...emptyDefinition(),
  applicationDatasetFields: [{ key: "f1", name: "customer", type: "String", required: false }],
  runtimeDatasetFields: [{ key: "r1", name: "decision", type: "String", required: false }],
  solutionDefinition: { nodes: [start, end], links: [newLink("link", start, end)], zoom: 100 },
};

/** A released solution with another version, which decides. */
export async function releasedSolution(admin: Person): Promise<Ids> {
  const { _embedded } = await admin.must("solutions.create", { body: { name: `Solution ${newId()}`, definition: deciding } });
  const at = { solutionId: _embedded.webSafeString };
  const version = async () => (await admin.must("solution.versions.create", { at, body: {} }))._embedded.webSafeString;
  const versionId = await version();
  await admin.must("solution.releases.create", { at, body: { versionWss: versionId } });
  return { ...at, versionId, challengerId: await version() };
}

export interface DecidedCalls {
  readonly arm: "champion" | "challenger";
  readonly count: number;
  readonly failed?: number;
  readonly declined?: number;
  readonly started?: Date;
  readonly durationMicros?: number;
  /** Generated if omitted. */
  readonly ids?: readonly string[];
}

const columns = ["organisation", "version", "started", "id", "solution", "key", "rollout_id", "arm", "duration_us", "status", "record"];

/** Inserts executions of a rollout like the worker: the first ones failed, then some were declined, and the others approved. */
export async function rememberArms(person: Person, at: Ids, calls: readonly DecidedCalls[]): Promise<readonly string[]> {
  const ids: string[] = [];
  const lines = calls.flatMap(({ arm, count, failed = 0, declined = 0, started = new Date(), durationMicros = 1_000, ids: given }) =>
    Array.from({ length: count }, (_, index) => {
      const id = given?.[index] ?? newId(started.getTime());
      ids.push(id);
      const record: unknown[] = [1, ["C-1"], "", [index < failed + declined ? "Declined" : "Approved"], [], [], ""];
      if (record[recordPosition.runtime - 1] === undefined) throw new Error("The record has another layout.");
      const version = arm === "champion" ? at["versionId"] : at["challengerId"];
      const day = started.toISOString().replace("T", " ").replace("Z", "");
      const head = [person.organisationId, version, day, id, at["solutionId"], "k", at["rolloutId"], arm];
      return JSON.stringify([...head, durationMicros, index < failed ? "failed" : "completed", JSON.stringify(record)]);
    }),
  );
  const clickhouse = openTestClickHouse("admin");
  await clickhouse.insertLines("executions", columns, lines);
  await clickhouse.close();
  return ids;
}
