import { setTimeout as sleep } from "node:timers/promises";
import { connectNats, DataPlaneError, ensureDataPlane, natsAccessOf, type Config, type Log, type natsSettings } from "@airlock/platform";

type StreamSettings = Config<(typeof natsSettings)[number] | "AIRLOCK_NATS_REPLICAS" | "AIRLOCK_NATS_STORE_BYTES">;

/** A cluster that has just started takes a few seconds to elect its leaders. */
const patienceMillis = 60_000;
const retryMillis = 500;

/** Creates and changes the streams and buckets of JetStream. No other process changes them. */
export async function migrateStreams(config: StreamSettings, log: Log): Promise<void> {
  const patience = AbortSignal.timeout(patienceMillis);
  const nats = await connectNats({ ...natsAccessOf(config), process: "migrate", name: "migrations", log, signal: patience });
  try {
    for (;;) {
      try {
        await ensureDataPlane(nats, { replicas: config.AIRLOCK_NATS_REPLICAS, storeBytes: config.AIRLOCK_NATS_STORE_BYTES });
        return;
      } catch (error) {
        if (error instanceof DataPlaneError || patience.aborted) throw error;
        log.warn({ err: error }, "JetStream is not ready yet");
        await sleep(retryMillis);
      }
    }
  } finally {
    await nats.close();
  }
}
