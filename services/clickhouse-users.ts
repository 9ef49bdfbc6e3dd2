import { clickhouseUsers, type ClickHouseUser } from "@airlock/platform/clickhouse-grants";

/** Public, like every development password. */
export function clickhouseCredentials(user: string): { readonly user: string; readonly password: string } {
  return { user, password: `airlock-${user}` };
}

/** The password that the front expects. */
export function clickhousePassword(user: string): string | undefined {
  return isClickHouseUser(user) ? clickhouseCredentials(user).password : undefined;
}

export function isClickHouseUser(name: string): name is ClickHouseUser {
  return clickhouseUsers.some((user) => user === name);
}

/** The settings with which a process or a test connects as this user. */
export function clickhouseUserSettings(user: ClickHouseUser) {
  const { password } = clickhouseCredentials(user);
  return { AIRLOCK_CLICKHOUSE_USER: user, AIRLOCK_CLICKHOUSE_PASSWORD: password } as const;
}

/** HTTP headers for a request without the client. */
export function clickhouseHeaders(user: ClickHouseUser): Readonly<Record<string, string>> {
  return { "x-clickhouse-user": user, "x-clickhouse-key": clickhouseCredentials(user).password };
}
