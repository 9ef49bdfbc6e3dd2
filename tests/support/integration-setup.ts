import type { ClickHouseUser } from "@airlock/platform/clickhouse-grants";
import type { TestProject } from "vitest/node";
import { clickhouseUserSettings } from "../../services/clickhouse-users.ts";
import { environment } from "../../services/environment.ts";
import { installLightgbm } from "../../services/install/lightgbm.ts";
import type { Instance } from "../../services/instance.ts";
import { usualParts } from "../../services/parts.ts";
import { startStack, stopStack } from "../../services/stack.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The settings of the instance that all integration tests of a run share. */
    readonly environment: Record<string, string>;
    /** Settings of each ClickHouse user. */
    readonly clickhouseUsers: Readonly<Record<ClickHouseUser, Record<string, string>>>;
    /** The instance itself, for tests that stop and start its parts. */
    readonly instance: Instance;
  }
}

/** One temporary instance for the whole run: the real parts, with an api, a runtime and a worker. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await installLightgbm();
  const running = await startTemporaryInstance([...usualParts, "bigquery"]);
  const stop = async () => {
    await stopStack(running.instance);
    await running.stop();
  };
  try {
    // Tests send far more requests than users do; the rate limit has a test of its own.
    const env = { AIRLOCK_RATE_LIMIT: "1000000", AIRLOCK_LOG_LEVEL: "warn", AIRLOCK_DELETION_DELAY_SECONDS: "0" };
    await startStack(running.instance, { runtimes: 1, console: "none", env });
    project.provide("instance", running.instance);
    project.provide("environment", { ...environment(running.instance, "api"), ...env });
    project.provide("clickhouseUsers", {
      api: clickhouseUserSettings("api"),
      worker: clickhouseUserSettings("worker"),
      migrate: clickhouseUserSettings("migrate"),
      admin: clickhouseUserSettings("admin"),
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
