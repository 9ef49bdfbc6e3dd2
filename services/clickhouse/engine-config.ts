import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiRowFilter, sharedTables } from "@airlock/platform/clickhouse-grants";

export interface EngineConfig {
  /** The engine reads `config.xml` from its working directory. */
  readonly folder: string;
  /** The value of `log_comment` with which a statement sees the rows of every organisation. */
  readonly unfiltered: string;
}

/**
 * The engine has only one user, so the row filter of the api applies to every statement. The front marks those of other users with a value that is
 * random per start, which the api cannot guess.
 */
export async function writeEngineConfig(folder: string, database: string): Promise<EngineConfig> {
  const unfiltered = `unfiltered-${randomBytes(16).toString("hex")}`;
  const filter = `getSetting('log_comment') = '${unfiltered}' OR ${apiRowFilter}`;
  const tables = sharedTables.map((table) => `<${table}><filter>${filter}</filter></${table}>`).join("\n");
  await mkdir(folder, { recursive: true });
  const users = join(folder, "users.xml");
  const backups = await readFile(join(import.meta.dirname, "../../deploy/clickhouse/backups.xml"), "utf8");
  const config = backups
    .replace("<clickhouse>", `<clickhouse>\n  <users_config>${users}</users_config>`)
    .replace(/<path>.*<\/path>/, `<path>${join(folder, "backups")}/</path>`);
  await writeFile(join(folder, "config.xml"), config);
  await writeFile(
    users,
    `<clickhouse>
<profiles><default/></profiles>
<quotas><default/></quotas>
<users><default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>
<databases><${database}>
${tables}
</${database}></databases></default></users>
</clickhouse>
`,
    { mode: 0o600 },
  );
  return { folder, unfiltered };
}
