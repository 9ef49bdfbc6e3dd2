import { Readable } from "node:stream";
import { openOwnBucket } from "@airlock/platform/own-bucket";
import { asOwner, type Person } from "./person.ts";
import { setting } from "./test-api.ts";

/** An export as the worker leaves it, set immediately; the worker finds nothing to do. */
async function exportWith(admin: Person, status: "cancelled" | "done"): Promise<{ readonly exportId: string }> {
  const { _embedded } = await admin.must("exports.create", { body: { format: "csv" } });
  const exportId = _embedded.webSafeString;
  const object = `organisations/${admin.organisationId}/exports/${exportId}.csv`;
  const bucket = openOwnBucket({ endpoint: setting("AIRLOCK_GCS_ENDPOINT"), bucket: setting("AIRLOCK_BUCKET") });
  await bucket.write(object, Readable.from(["execution\n"], { objectMode: false }), "text/csv");
  const set = "update exports set status = $2, object = $3, bytes = 10, total_rows = 0, finished_at = now() where id = $1";
  await asOwner((owner) => owner.query(set, [exportId, status, status === "done" ? object : null]));
  return { exportId };
}

export function cancelledExport(admin: Person): Promise<{ readonly exportId: string }> {
  return exportWith(admin, "cancelled");
}

export function finishedExport(admin: Person): Promise<{ readonly exportId: string }> {
  return exportWith(admin, "done");
}
