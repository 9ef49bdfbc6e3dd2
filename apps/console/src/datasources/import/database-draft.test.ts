import { expect, test } from "vitest";
import { emptyDatabase, hostIn, isComplete, isPort } from "./database-draft.ts";

test.each(["1", "5432", "65535"])("%s is a port", (text) => expect(isPort(text)).toBe(true));
test.each(["", "0", "65536", "54 32", "-1", "5432x", "100000"])("%j is no port", (text) => expect(isPort(text)).toBe(false));

test("a host is compared in lower case, without spaces around it", () => expect(hostIn(" DB.Example.com ")).toBe("db.example.com"));

test("everything but the defaults must be entered", () => {
  const complete = { ...emptyDatabase, host: "db.example.com", database: "crm", user: "reader", secret: "CrmPassword" };
  expect(isComplete(complete)).toBe(true);
  for (const missing of ["host", "port", "database", "user", "secret", "schema"] as const) {
    expect(isComplete({ ...complete, [missing]: "" }), missing).toBe(false);
  }
});
