import { apiRowFilter, clickhouseUsers, grants, queryLimits, sharedTables, workerLimits, type ClickHouseUser } from "./grants.ts";

export interface UsersXmlOptions {
  readonly database: string;
  /** Statements with `ON CLUSTER` need a privilege of their own. */
  readonly cluster?: boolean;
}

/** The grants of a user as statements, in the format of `<grants>`. */
export function grantStatements(user: ClickHouseUser, { database, cluster = false }: UsersXmlOptions): readonly string[] {
  const onCluster = cluster && (user === "worker" || user === "migrate") ? ["GRANT CLUSTER ON *.*"] : [];
  const statements = grants[user].flatMap(({ privileges, on }) =>
    on.map((pattern) => {
      const target = pattern.includes(".") ? pattern : `${database}.${pattern}`;
      return `GRANT ${privileges.join(", ")} ON ${target}${user === "admin" ? " WITH GRANT OPTION" : ""}`;
    }),
  );
  return [...statements, ...onCluster];
}

/** The elements of a user: authentication, settings profile, grants and row filters. */
export function userXml(user: ClickHouseUser, authentication: string, options: UsersXmlOptions): string {
  const filters = sharedTables.map((table) => `<${table}><filter>${apiRowFilter}</filter></${table}>`);
  return [
    authentication,
    "<networks><ip>::/0</ip></networks>",
    `<profile>${profileOf(user)}</profile>`,
    "<quota>default</quota>",
    "<grants>",
    ...grantStatements(user, options).map((statement) => `  <query>${statement}</query>`),
    "</grants>",
    ...(user === "api"
      ? ["<databases>", `  <${options.database}>`, ...filters.map((filter) => `    ${filter}`), `  </${options.database}>`, "</databases>"]
      : []),
  ].join("\n");
}

function profileOf(user: ClickHouseUser): string {
  return `airlock_${user}`;
}

/** Zero means "no limit" in ClickHouse, so each limit has a minimum too. */
function limitsXml(user: ClickHouseUser, limits: Readonly<Record<string, number>>): string {
  const entries = Object.entries(limits);
  return [
    `<${profileOf(user)}>`,
    ...entries.map(([name, max]) => `  <${name}>${max}</${name}>`),
    "  <constraints>",
    ...entries.map(([name, max]) => `    <${name}><min>1</min><max>${max}</max></${name}>`),
    "  </constraints>",
    `</${profileOf(user)}>`,
  ].join("\n");
}

export function profilesXml(): string {
  const { seconds, memoryBytes, resultRows, resultBytes } = queryLimits;
  return [
    limitsXml("api", {
      max_execution_time: seconds,
      max_memory_usage: memoryBytes,
      max_result_rows: resultRows,
      max_result_bytes: resultBytes,
    }),
    limitsXml("worker", { max_execution_time: workerLimits.seconds, max_memory_usage: workerLimits.memoryBytes }),
    `<${profileOf("migrate")}/>`,
    `<${profileOf("admin")}/>`,
  ].join("\n");
}

/** For `users.d` of a server. Passwords come from its environment; the user `default`, which has none, is removed. */
export function usersXml(options: UsersXmlOptions): string {
  const users = clickhouseUsers.map((user) => {
    const password = `<password from_env="AIRLOCK_CLICKHOUSE_${user.toUpperCase()}_PASSWORD"/>`;
    return `<${user}>\n${indent(userXml(user, password, options))}\n</${user}>`;
  });
  return `<!-- Written by \`npm run clickhouse:users\` from packages/platform/src/clickhouse/grants.ts. -->
<clickhouse>
  <profiles>
${indent(profilesXml(), 4)}
  </profiles>
  <users>
    <default remove="remove"/>
${indent(users.join("\n"), 4)}
  </users>
</clickhouse>
`;
}

function indent(text: string, by = 2): string {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(by));
}
