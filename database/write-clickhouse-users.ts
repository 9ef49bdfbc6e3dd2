/**
 * `npm run clickhouse:users`: writes `deploy/clickhouse/users.xml`. `-- --database <name> --cluster` prints one for an installation with another
 * database name or with a cluster.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { usersXml } from "@airlock/platform/clickhouse-users-xml";

const { values } = parseArgs({ options: { database: { type: "string" }, cluster: { type: "boolean", default: false } } });
const { database, cluster } = values;
if (database !== undefined && !/^\w+$/.test(database)) throw new Error("A database is named by letters, digits and underscores here.");
if (database !== undefined || cluster) process.stdout.write(usersXml({ database: database ?? "airlock", cluster }));
else await writeFile(join(import.meta.dirname, "../deploy/clickhouse/users.xml"), usersXml({ database: "airlock" }));
