import { z } from "zod";
import type { PartState } from "../process/http-health.ts";
import type { Log } from "../process/log.ts";
import { compareDataPlane, type DataPlaneShape, type StreamProblem } from "./layout.ts";
import type { Nats } from "./nats.ts";

export interface ShapeWatch {
  /** For `/ready`: the last comparison. */
  readonly check: () => PartState;
  readonly stop: () => void;
}

export interface ShapeWatchOptions {
  readonly shape: DataPlaneShape;
  /** A process that works without JetStream, such as a runtime, also tolerates a missing stream. */
  readonly missing: "tolerated" | "counts";
  /** Monitoring addresses of the servers, separated by commas; empty if they cannot be reached. */
  readonly monitoringUrl: string;
  readonly log: Log;
}

const everyMillis = 5_000;
const monitoringMillis = 2_000;

/**
 * Compares the streams with what this process expects: at the start, after each reconnection and every few seconds. While the servers are
 * unavailable, the last result remains: whether JetStream is reachable is a separate part of `/ready`.
 */
export function watchShape(nats: Nats, options: ShapeWatchOptions): ShapeWatch {
  const { log } = options;
  let state: PartState = { ok: true, detail: "not compared yet" };
  let comparing = false;

  async function compare(): Promise<void> {
    if (comparing || !nats.connected()) return;
    comparing = true;
    try {
      const next = judgeShape({
        problems: await compareDataPlane(nats, options.shape),
        missing: options.missing,
        sync: await readSync(options.monitoringUrl),
      });
      if (next.ok !== state.ok || next.detail !== state.detail) {
        if (next.ok) log.info({ detail: next.detail }, "the streams have the expected shape");
        else log.error({ detail: next.detail }, "the streams do not have the expected shape: run the migrations");
      }
      state = next;
    } catch (error) {
      if (nats.connected()) log.debug({ err: error }, "the streams could not be compared");
    } finally {
      comparing = false;
    }
  }

  void compare();
  const timer = setInterval(() => void compare(), everyMillis);
  timer.unref();
  const forget = nats.onChange((connected) => {
    if (connected) void compare();
  });
  return {
    check: () => state,
    stop: () => {
      clearInterval(timer);
      forget();
    },
  };
}

/** `unknown` if no server could be queried: only a server's monitoring reports how it syncs. */
export type Sync = "always" | "not always" | "unknown";

export function judgeShape(found: {
  readonly problems: readonly StreamProblem[];
  readonly missing: ShapeWatchOptions["missing"];
  readonly sync: Sync;
}): PartState {
  const { problems, missing, sync } = found;
  const counts = problems.some(({ kind }) => kind === "weaker" || missing === "counts");
  const written = {
    always: "sync_interval is always",
    "not always": "sync_interval is not always: an acknowledged execution can be lost with a server's power",
    unknown: "sync_interval is unknown: set AIRLOCK_NATS_MONITORING_URL",
  }[sync];
  return { ok: !counts && sync !== "not always", detail: [...problems.map(({ detail }) => detail), written].join("; ") };
}

const jsz = z.object({ config: z.object({ sync_always: z.boolean().default(false) }) });

export async function readSync(monitoringUrl: string): Promise<Sync> {
  const urls = monitoringUrl.split(",").flatMap((url) => (url.trim() === "" ? [] : [url.trim()]));
  const found = await Promise.all(
    urls.map(async (url): Promise<Sync> => {
      try {
        const response = await fetch(new URL("/jsz", url), { signal: AbortSignal.timeout(monitoringMillis) });
        return jsz.parse(await response.json()).config.sync_always ? "always" : "not always";
      } catch {
        return "unknown";
      }
    }),
  );
  if (found.includes("not always")) return "not always";
  return found.includes("always") ? "always" : "unknown";
}
