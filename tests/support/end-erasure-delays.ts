import { Client } from "pg";
import { postgresUrl } from "../../services/parts/postgres.ts";
import type { Product } from "./product.ts";

/** Starts waiting erasures now: as if their delay had passed, also for their jobs. */
export async function endErasureDelays(product: Product): Promise<void> {
  const owner = new Client({ connectionString: postgresUrl(product, "owner") });
  await owner.connect();
  try {
    await owner.query("update erasures set begins_at = now() where status = 'waiting'");
    await owner.query("update pgboss.job set start_after = now() where name = 'erasure.run' and state = 'created'");
  } finally {
    await owner.end();
  }
}
