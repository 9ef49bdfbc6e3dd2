import { EgressRefusal } from "../egress/egress-refusal.ts";
import { connectionTrouble, WentWrong } from "../google/went-wrong.ts";
import type { SourceConnection } from "./source-connection.ts";

/** An error that stays until the organisation or the operator changes something. Contains nothing that the server wrote. */
export class SourceRefused extends Error {
  /** True if the policy of the installation does not allow the address. */
  readonly byPolicy: boolean;

  constructor(message: string, byPolicy = false) {
    super(message);
    this.byPolicy = byPolicy;
  }
}

/** SQLSTATE classes of a server that cannot serve the query now: connection, conflicts with others, resources, operator, system. */
const temporary = /^(?:08|40|53|57P|58|XX)/;

/** Translates an error of the driver. Messages of the server are not repeated: they may contain values of rows. */
export function sourceFailure(error: unknown, source: SourceConnection, timeoutMillis: number): Error {
  if (error instanceof SourceRefused || error instanceof WentWrong) return error;
  if (error instanceof EgressRefusal) {
    return error.whyNotAllowed !== undefined ? new SourceRefused(error.message, true) : new WentWrong(error.message);
  }
  const who = `The database ${source.host}:${source.port}`;
  const { code, message } = (error instanceof Error ? error : new Error("")) as Error & { readonly code?: unknown };
  if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return refusedWith(code, who, source, timeoutMillis);
  if (message === "The server does not support SSL connections") {
    return new SourceRefused(`${who} does not offer TLS. Turn it on there, or choose a connection without TLS.`);
  }
  if (typeof code === "string" && /CERT|TLS|SSL/.test(code)) {
    return new SourceRefused(`The certificate of ${source.host}:${source.port} is not trusted, or is for another host.`);
  }
  const trouble = connectionTrouble(error) ?? (/timeout/i.test(message) ? "the connection timed out" : "the connection was cut");
  return new WentWrong(`${who} does not answer: ${trouble}.`);
}

function refusedWith(code: string, who: string, { user, database, schema, table }: SourceConnection, timeoutMillis: number): Error {
  if (code === "28P01" || code === "28000") return new SourceRefused(`${who} does not accept the user ${user} with this password.`);
  if (code === "3D000") return new SourceRefused(`${who} has no database ${database}.`);
  if (code === "42501") return new SourceRefused(`${who} does not let the user ${user} read ${schema}.${table}.`);
  if (code === "42P01" || code === "3F000") return new SourceRefused(`${who} has no table ${schema}.${table} any more.`);
  if (code === "25006") return new SourceRefused(`Reading ${schema}.${table} would change data. Airlock reads in read-only transactions.`);
  if (code === "57014") {
    return new SourceRefused(`${who} did not return rows of ${schema}.${table} within ${timeoutMillis / 1000} seconds.`);
  }
  if (temporary.test(code)) return new WentWrong(`${who} cannot serve the query now (error ${code}).`);
  return new SourceRefused(`${who} refuses to read ${schema}.${table} (error ${code}).`);
}
