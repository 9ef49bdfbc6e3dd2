import { decodeGroup, executionStream, type LoggedExecution, type LoggedShadow } from "@airlock/contract";
import { newId, openStreamReader } from "@airlock/platform";
import { jetstreamManager } from "@nats-io/jetstream";
import { vi } from "vitest";
import { restartPart, startAll, stopAll } from "../../services/lifecycle.ts";
import { port, type Instance } from "../../services/instance.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { runtime } from "../../services/product.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { openDataPlane } from "../support/data-plane.ts";

export interface Call {
  readonly body?: unknown;
  readonly text?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** One runtime and JetStream only, with helpers for tests. */
export async function runtimeAtWork(settings: Readonly<Record<string, string>> = {}) {
  const organisationId = newId();
  const running = await startTemporaryInstance(["nats"]);
  const { instance } = running;
  const dataPlane = await openDataPlane(natsUrl(instance));
  const base = `http://127.0.0.1:${port(instance, "runtime1")}`;
  const part = (env: Readonly<Record<string, string>> = {}) =>
    runtime("runtime1", { watch: false, env: { AIRLOCK_LOG_LEVEL: "warn", ...settings, ...env } }, "live");
  const start = (env?: Readonly<Record<string, string>>) => startAll(instance, [part(env)]);
  const stop = () => stopAll(instance, [part()]);
  await start();
  const key = await dataPlane.issueKey({ organisationId });
  const { token } = key;

  async function ask(versionId: string, call: Call = {}) {
    const method = call.method ?? "POST";
    const response = await fetch(`${base}/dme/manage/v1/versions/${versionId}/execute`, {
      method,
      headers: { authorization: `Bearer ${call.token ?? token}`, "content-type": "application/json", ...call.headers },
      ...(method === "POST" ? { body: call.text ?? JSON.stringify(call.body ?? { age: 30 }) } : {}),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function execute(versionId: string, call: Call = {}) {
    const { text, ...answer } = await ask(versionId, call);
    return { ...answer, json: JSON.parse(text) as unknown };
  }

  const confirmed = (revision: number) =>
    until(async () => {
      const leases = await dataPlane.runtimes.all().catch(() => []);
      return leases.length > 0 && leases.every(({ value }) => (value?.applied ?? 0) >= revision);
    });

  const seen: LoggedExecution[] = [];
  const seenShadows: LoggedShadow[] = [];
  return {
    instance: instance satisfies Instance,
    organisationId,
    dataPlane,
    base,
    key,
    token,
    start,
    stop,
    ask,
    execute,
    confirmed,
    /** A deployed version that every runtime serves. */
    deployed: async (deployment: Parameters<typeof dataPlane.deploy>[0] = {}) => {
      const version = await dataPlane.deploy({ organisationId, ...deployment });
      await confirmed(version.revision);
      return version;
    },
    /** Starts NATS after `killPart` and waits until JetStream responds on this test's connection, which reconnects after the runtimes'. */
    restartNats: async () => {
      await restartPart(instance, "nats");
      await until(() =>
        dataPlane.runtimes.all().then(
          () => true,
          () => false,
        ),
      );
    },
    metrics: async () => (await fetch(`${base}/metrics`)).text(),
    /** Everything that was ever in the stream, including duplicates. */
    logged: async (): Promise<readonly LoggedExecution[]> => {
      const reader = await openStreamReader(dataPlane.nats, {
        stream: executionStream,
        durable: "test",
        acknowledgeMillis: 5_000,
        ahead: 100,
      });
      const manager = await jetstreamManager(dataPlane.nats.connection, { timeout: 10_000 });
      // A pause alone is not the end: there must be no pending and no unacknowledged messages.
      const isOver = async () => {
        const { num_pending, num_ack_pending } = await manager.consumers.info(executionStream, "test");
        return num_pending === 0 && num_ack_pending === 0;
      };
      for (;;) {
        const message = await reader.next(100);
        if (message === undefined && (await isOver())) break;
        if (message === undefined) continue;
        const { executions, shadows } = decodeGroup(message.text);
        seen.push(...executions);
        seenShadows.push(...shadows);
        message.acknowledge();
      }
      await reader.close();
      return seen;
    },
    /** Shadow results among those that `logged` has read. */
    loggedShadows: (): readonly LoggedShadow[] => seenShadows,
    end: async () => {
      await stop();
      await dataPlane.close();
      await running.stop();
    },
  };
}

export type RuntimeAtWork = Awaited<ReturnType<typeof runtimeAtWork>>;

export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  await vi.waitUntil(holds, { timeout: 60_000, interval: 20 });
}
