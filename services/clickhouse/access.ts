import { isGranted, type ClickHouseUser } from "@airlock/platform/clickhouse-grants";
import type { IncomingMessage } from "node:http";
import { clickhousePassword, isClickHouseUser } from "../clickhouse-users.ts";
import { failure, type Failure } from "./failure.ts";
import { requiredAccess } from "./required-access.ts";

/** The user of a request: from `Authorization: Basic`, or from ClickHouse's own headers or parameters. */
export function authenticate(request: IncomingMessage): ClickHouseUser | Failure {
  const { user, password } = credentialsOf(request);
  const isKnown = clickhousePassword(user) === password;
  if (isKnown && isClickHouseUser(user)) return user;
  return failure(
    516,
    `Code: 516. DB::Exception: ${user}: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)`,
  );
}

function credentialsOf(request: IncomingMessage): { readonly user: string; readonly password: string } {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (basic !== undefined) {
    const [user = "", ...rest] = Buffer.from(basic, "base64").toString("utf8").split(":");
    return { user, password: rest.join(":") };
  }
  const parameters = new URL(request.url ?? "/", "http://front").searchParams;
  const given = (header: string, parameter: string): string | undefined => {
    const value = request.headers[header];
    return (Array.isArray(value) ? value[0] : value) ?? parameters.get(parameter) ?? undefined;
  };
  return { user: given("x-clickhouse-user", "user") ?? "default", password: given("x-clickhouse-key", "password") ?? "" };
}

export interface CheckedStatement {
  readonly sql: string;
  readonly database: string;
  readonly settings: ReadonlyMap<string, string>;
}

/** The error that a server returns for a statement without the required grant. */
export function refusal(user: ClickHouseUser, statement: CheckedStatement, productDatabase: string): Failure | undefined {
  if (user === "admin") return undefined;
  const sql = statement.sql.replaceAll(
    /\{\s*(\w+)\s*:\s*Identifier\s*\}/g,
    (_, name: string) => `\`${statement.settings.get(`param_${name}`) ?? ""}\``,
  );
  const missing = requiredAccess(sql, statement.database).find((access) => !isGranted(user, access, productDatabase));
  if (missing === undefined) return undefined;
  const grant = `${missing.privilege} ON ${missing.database}.${missing.table === "" ? "*" : missing.table}`;
  return failure(
    497,
    `Code: 497. DB::Exception: ${user}: Not enough privileges. To execute this query, it's necessary to have the grant ${grant}. (ACCESS_DENIED)`,
  );
}
