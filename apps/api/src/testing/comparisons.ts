import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { asOwner, type Person } from "./person.ts";
import type { Ids } from "./ids.ts";
import { until } from "./until.ts";

/** A comparison once the worker has completed it. */
export async function compared(person: Person, body: object) {
  const made = await person.must("comparisons.create", { body });
  const at = { comparisonId: made._embedded.webSafeString };
  return until(async () => {
    const { _embedded: fields } = await person.must("comparison.read", { at });
    return fields.status !== "waiting" && fields.status !== "running" ? { at, fields } : undefined;
  });
}

/** A comparison of a version with itself as the worker leaves it, with this execution among the different ones. */
export async function finishedComparison(admin: Person, versionId: string, executionId: string): Promise<Ids> {
  const side = { versionWss: versionId };
  const over = { executions: { start: "2020-01-01T00:00:00Z", end: "2020-01-02T00:00:00Z" } };
  const { _embedded } = await admin.must("comparisons.create", { body: { left: side, right: side, over } });
  const comparisonId = _embedded.webSafeString;
  await asOwner((owner) => owner.query("update comparisons set status = 'done', finished_at = now() where id = $1", [comparisonId]));
  const clickhouse = openTestClickHouse("admin");
  try {
    await clickhouse.insertLines(
      "comparison_records",
      ["organisation", "comparison", "started", "id", "outcome_left", "outcome_right", "first_node", "first_link"],
      [JSON.stringify([admin.organisationId, comparisonId, 0, executionId, "a", "b", "start", ""])],
    );
  } finally {
    await clickhouse.close();
  }
  return { comparisonId, executionId, recordId: executionId };
}
