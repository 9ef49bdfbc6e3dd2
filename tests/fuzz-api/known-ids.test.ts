import { openApiDocument } from "@airlock/contract/openapi";
import { expect, test } from "vitest";
import { createKnownIds } from "./known-ids.ts";
import { readOperations } from "./operations.ts";

const operations = readOperations(openApiDocument("1.0.0"));

test("ids are learned from the links of resources and of items of lists", () => {
  const known = createKnownIds(operations);
  known.learn({ _links: { self: { href: "/dme/manage/v1/solutions/s1", allow: ["GET"] } } });
  known.learn({ items: [{ _links: { self: { href: "/dme/manage/v1/users/u1/roles/r1?a=b", allow: ["DELETE"] } } }] });
  expect(["solutionId", "userId", "roleId", "groupId"].map((name) => known.pick(name, 0))).toEqual(["s1", "u1", "r1", undefined]);
});

test("properties have the ids of the parameter that they name", () => {
  const known = createKnownIds(operations);
  for (const name of ["solutionId", "userId", "datasourceId", "experimentResultId", "experimentId"]) known.add(name, name);
  const properties = ["solutionWss", "solution", "notifyUsers", "trainingDatasource", "experimentResultWss", "caller"];
  const parameters = ["solutionId", "solutionId", "userId", "datasourceId", "experimentResultId", undefined];
  expect(properties.map((name) => known.pick(name, 0))).toEqual(parameters);
});

test("a literal path has no id", () => {
  const known = createKnownIds(operations);
  known.learn({ _links: { self: { href: "/dme/manage/v1/users/me", allow: ["GET"] } } });
  expect(known.pick("userId", 0)).toBe(undefined);
});

test("ids are learned from fields that name them", () => {
  const known = createKnownIds(operations);
  known.learn({ _embedded: { webSafeString: "x", organisationWss: "o1" } });
  expect(known.pick("organisationId", 0)).toBe("o1");
});

test("an id that was not found is forgotten, unless another in the path may be missing", () => {
  const known = createKnownIds(operations);
  for (const [name, id] of [
    ["userId", "u1"],
    ["roleId", "r1"],
    ["solutionId", "s1"],
  ] as const)
    known.add(name, id);
  known.forget("/dme/manage/v1/users/u1/roles/r1");
  known.forget("/dme/manage/v1/solutions/s1?limit=1");
  expect(["userId", "roleId", "solutionId"].map((name) => known.pick(name, 0))).toEqual(["u1", "r1", undefined]);
});

test("placeholders of templated links are not ids", () => {
  const known = createKnownIds(operations);
  known.learn({ _links: { role: { href: "/dme/manage/v1/users/u1/roles/{roleId}", templated: true } } });
  expect([known.pick("userId", 0), known.pick("roleId", 0)]).toEqual([undefined, undefined]);
});
