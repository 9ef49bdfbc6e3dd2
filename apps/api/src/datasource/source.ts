import { sourcePassword } from "@airlock/backend/datasets";
import { databaseConnection, type DatabaseConnection, type Problem } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { WentWrong } from "@airlock/platform/service-account";
import { sourceColumnType, SourceRefused, withSourceTable, type SourceAccess } from "@airlock/platform/source-table";
import type { Actor } from "../identity/actor.ts";
import { isRefused, refuse, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import type { Records } from "./records.ts";
import type { DatasourceRow } from "./store.ts";

const shownRecords = 20;
/** Users wait for these queries. */
const timeoutMillis = 10_000;
/** Of a description or twenty rows. */
const maxBytes = 32 * 1024 ** 2;

interface Call {
  readonly actor: Actor;
  readonly tx: Tx;
  readonly signal: AbortSignal;
}

/** Access to a table, with the password that the organisation has stored. Decrypts in the transaction; connections are made after it. */
export async function sourceAccess(
  { secrets, connectOut, log }: Parts,
  { actor, tx, signal }: Call,
  connection: DatabaseConnection,
  table: string,
): Promise<SourceAccess | Refused> {
  const found = await sourcePassword(tx, secrets, connection);
  if (found.kind === "missing") return refuse("SECRET_NOT_FOUND");
  if (found.kind === "unreadable") {
    log.error({ organisationId: actor.organisationId }, "a stored secret cannot be opened");
    return refuse("SECRET_UNREADABLE");
  }
  if (found.kind === "otherHost") {
    return { kind: "refused", problem: { code: "SECRET_NOT_FOR_HOST", details: { secret: connection.secret, host: connection.host } } };
  }
  const { host, port, database, user, schema, tls } = connection;
  const source = { host, port, database, user, schema, table, tls };
  return { connect: connectOut, owner: actor.organisationId, source, password: found.password, timeoutMillis, maxBytes, signal };
}

/** Errors of the database as problems. */
export async function askingSource<T>(work: () => Promise<T | Refused>): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WentWrong) return refusal("SOURCE_UNAVAILABLE", error.message);
    if (error instanceof SourceRefused) return refusal(error.byPolicy ? "SOURCE_NOT_ALLOWED" : "SOURCE_REFUSED", error.message);
    throw error;
  }
}

function refusal(code: Problem["code"], sentence: string): Refused {
  return { kind: "refused", problem: { code, details: { sentence } } };
}

export function sourceTableGone({ source }: SourceAccess): Refused {
  const { schema, table, database, user } = source;
  const details = { table: `${schema}.${table}`, where: `the database ${database} that ${user} may read` };
  return { kind: "refused", problem: { code: "TABLE_NOT_FOUND", details } };
}

export async function sourceRecords(parts: Parts, call: Call, row: DatasourceRow): Promise<Records | Refused> {
  const access = await sourceAccess(parts, call, databaseConnection.parse(row.connection), row.table_name);
  if (isRefused(access)) return access;
  return {
    count: () => askingSource(() => withSourceTable(access, (table) => table.count())),
    metadata: () =>
      askingSource(() =>
        withSourceTable(access, async (table) => {
          const columns = await table.describe();
          if (columns === undefined) return sourceTableGone(access);
          const records: (string | null)[][] = [];
          for await (const page of table.read(columns, shownRecords)) records.push(...page.map((record) => [...record]));
          return {
            columns: columns.map(({ name, type }, at) => ({ name, key: `c${at}`, type: sourceColumnType(type), profile: null })),
            records,
            cost: null,
          };
        }),
      ),
  };
}
