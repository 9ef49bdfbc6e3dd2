import { compile, encodeRecord, evaluate, readInput } from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";

export interface PastExecution {
  readonly organisationId: string;
  readonly versionId: string;
  readonly definition: Definition;
  readonly input?: unknown;
  readonly started?: Date;
  readonly durationMicros?: number;
  readonly keyId?: string;
  readonly callerId?: string;
  readonly correlationId?: string;
  readonly rolloutId?: string;
  readonly arm?: "champion" | "challenger";
}

const columns = [
  "organisation",
  "version",
  "started",
  "id",
  "solution",
  "key",
  "caller",
  "correlation",
  "rollout_id",
  "arm",
  "duration_us",
  "status",
  "record",
];

/** Inserts executions like the worker, evaluated by the engine. Returns their ids. */
export async function rememberExecutions(executions: readonly PastExecution[]): Promise<readonly string[]> {
  const clickhouse = openTestClickHouse("admin");
  const ids: string[] = [];
  const lines = executions.map(
    ({ organisationId, versionId, definition, input = {}, started = new Date(), durationMicros = 1_000, ...call }) => {
      const compiled = compile(definition);
      const read = compiled.ok ? readInput(compiled.plan, input) : undefined;
      if (!compiled.ok || read?.ok !== true) throw new Error("The execution cannot be made.");
      const execution = evaluate(compiled.plan, read.input);
      const id = newId(started.getTime());
      ids.push(id);
      const at = started.toISOString().replace("T", " ").replace("Z", "");
      const { keyId = "k", callerId = "", correlationId = "", rolloutId = "", arm = "" } = call;
      const head = [organisationId, versionId, at, id, "s", keyId, callerId, correlationId, rolloutId, arm];
      return JSON.stringify([...head, durationMicros, execution.status, encodeRecord(execution)]);
    },
  );
  await clickhouse.insertLines("executions", columns, lines);
  await clickhouse.close();
  return ids;
}
