import { createLog } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openPostgres, type Postgres } from "@airlock/platform/postgres";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { inject } from "vitest";
import { seededAccounts } from "../../services/idp/accounts.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port } from "../../services/instance.ts";
import { Caller } from "./caller.ts";

/** The instance that all integration tests of a run share, for tests that access its stores and kill its processes. */
export const instance = inject("instance");
const environment = inject("environment");
export const setting = (name: string): string => environment[name] ?? "";
export const place = { url: `http://127.0.0.1:${port(instance, "api")}`, issuer: setting("AIRLOCK_OIDC_ISSUER") };
export const log = createLog({ name: "test", level: "silent" });

export function openClickHouse(requestMillis?: number): ClickHouse {
  return openTestClickHouse("admin", requestMillis);
}

export function openStore(): Postgres {
  return openPostgres({ url: setting("AIRLOCK_POSTGRES_URL"), name: "test", log, connections: 2 });
}

/** The first administrator, signed in. */
export async function administrator(): Promise<Caller> {
  const email = seededAccounts[0]?.email ?? "";
  const tokens = await signIn({ issuer: place.issuer, publicUrl: setting("AIRLOCK_PUBLIC_URL"), email });
  const caller = new Caller(place, tokens.access_token);
  await caller.do("user.login");
  return caller;
}
