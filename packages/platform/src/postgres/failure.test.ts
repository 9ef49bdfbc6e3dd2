import { expect, test } from "vitest";
import { postgresFailure } from "./failure.ts";

function failed(fields: object): Error {
  return Object.assign(new Error("failed"), fields);
}

test("each error of the driver and the server has one meaning", () => {
  expect(postgresFailure(failed({ code: "ECONNREFUSED" }))).toEqual({ kind: "unavailable" });
  expect(postgresFailure(failed({ code: "57P01" }))).toEqual({ kind: "unavailable" });
  expect(postgresFailure(failed({ code: "53300" }))).toEqual({ kind: "unavailable" });
  // Cancelled by statement_timeout, and by lock_timeout.
  expect(postgresFailure(failed({ code: "57014" }))).toEqual({ kind: "unavailable" });
  expect(postgresFailure(failed({ code: "55P03" }))).toEqual({ kind: "unavailable" });
  expect(postgresFailure(new Error("timeout exceeded when trying to connect"))).toEqual({ kind: "unavailable" });
  expect(postgresFailure(new Error("Client has encountered a connection error and is not queryable"))).toEqual({ kind: "unavailable" });
  expect(postgresFailure(failed({ code: "23505", constraint: "users_address" }))).toEqual({ kind: "taken", constraint: "users_address" });
  expect(postgresFailure(failed({ code: "23503", constraint: "x" }))).toEqual({ kind: "referred", constraint: "x" });
  expect(postgresFailure(failed({ code: "AL003" }))).toEqual({ kind: "protected", state: "AL003" });
  expect(postgresFailure(failed({ code: "40P01" }))).toEqual({ kind: "collided" });
  const outdated = Object.assign(new Error("cached plan must not change result type"), { code: "0A000" });
  expect(postgresFailure(outdated)).toEqual({ kind: "collided" });
  expect(postgresFailure(failed({ code: "42P01" }))).toEqual({ kind: "other" });
  expect(postgresFailure("text")).toEqual({ kind: "other" });
});
