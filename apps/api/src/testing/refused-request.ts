import { newId } from "@airlock/platform";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";

export interface RefusedRequest {
  readonly organisationId: string;
  readonly versionId: string;
  readonly callerId: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
  readonly code?: string;
  readonly status?: number;
  readonly correlation?: string;
  readonly fields?: readonly string[];
  readonly notStored?: number;
}

const columns = [
  "organisation",
  "at",
  "id",
  "key",
  "caller",
  "version",
  "correlation",
  "method",
  "address",
  "status",
  "code",
  "description",
  "fields",
  "messages",
  "duration_us",
  "remote",
  "agent",
  "not_stored",
];

/** Inserts refused requests like the worker. Returns their ids. */
export async function rememberRefusedRequests(requests: readonly RefusedRequest[]): Promise<readonly string[]> {
  const clickhouse = openTestClickHouse("worker");
  const made = requests.map((given) => ({ ...given, id: newId() }));
  const rows = made.map(({ id, at = Date.now(), code = "INPUT_INVALID", status = 400, correlation = id, fields = [], ...given }) =>
    JSON.stringify([
      given.organisationId,
      at,
      id,
      "key",
      given.callerId,
      given.versionId,
      correlation,
      "POST",
      `/dme/manage/v1/versions/${given.versionId}/execute`,
      status,
      code,
      "What to do.",
      fields,
      fields.map(() => "This must be a number."),
      2_000,
      "145.53.12.8",
      "python-requests/2.32",
      given.notStored ?? 0,
    ]),
  );
  await clickhouse.insertLines("refused_requests", columns, rows);
  await clickhouse.close();
  return made.map(({ id }) => id);
}
