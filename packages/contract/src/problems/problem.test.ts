import { expect, test } from "vitest";
import { problemCatalogue, type ProblemCode } from "./catalogue.ts";
import { problemBody, problemSchema } from "./problem.ts";

test("a problem says what, why, and which request", () => {
  const body = problemBody({ code: "PERMISSION_MISSING", details: { permission: "users.list" } }, "c-1");
  expect(problemSchema.parse(body)).toEqual({
    type: "urn:airlock:problem:PERMISSION_MISSING",
    title: "Not allowed",
    status: 403,
    code: "PERMISSION_MISSING",
    message: "Not allowed",
    description: "This needs the permission users.list.",
    correlationId: "c-1",
  });
});

test("403 means that the session is over, because the console ends it on it", () => {
  const forbidden = Object.entries(problemCatalogue).filter(([, entry]) => entry.status === 403);
  expect(forbidden.map(([code]) => code)).toEqual(["USER_NOT_ACTIVE", "PERMISSION_MISSING"]);
});

test("every description is a whole sentence without details too", () => {
  for (const code of Object.keys(problemCatalogue) as ProblemCode[]) {
    expect(problemBody({ code }, "c").description).toMatch(/^[A-Z].*\.$/s);
  }
});
