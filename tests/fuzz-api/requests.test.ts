import { openApiDocument } from "@airlock/contract/openapi";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readOperations, type Operation } from "./operations.ts";
import { createRequestGenerator, type GeneratedRequest } from "./requests.ts";
import { readJson } from "./response-check.ts";
import { validatorOf } from "./schema.ts";

const operations = readOperations(openApiDocument("1.0.0"));
const withJson = operations.flatMap((operation) => {
  const schema = operation.bodies["application/json"];
  return schema === undefined ? [] : [[operation, schema] as const];
});

test("valid requests have parameters that the document allows", () => {
  for (const operation of operations) {
    const isPath = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/?]+")}$`);
    const query = operation.parameters.filter((parameter) => parameter.in === "query");
    for (const { path } of generated(operation, "valid")) {
      const url = new URL(path, "http://host");
      expect(url.pathname).toMatch(isPath);
      expect([...url.searchParams.keys()].filter((key) => query.every(({ name }) => name !== key))).toEqual([]);
      for (const { name, required, schema } of query) {
        const value = url.searchParams.get(name);
        const allowed = value === null ? !required : validatorOf(schema)(value) || validatorOf(schema)(Number(value));
        expect([operation.id, name, value, allowed]).toEqual([operation.id, name, value, true]);
      }
    }
  }
});

test("valid requests have bodies that the document allows", () => {
  expect(withJson.length).toBeGreaterThan(50);
  for (const [operation, schema] of withJson) {
    const bodies = generated(operation, "valid").filter(({ headers }) => headers["content-type"] === "application/json");
    const refused = bodies.map(({ body }) => String(body)).filter((text) => !validatorOf(schema)(JSON.parse(text)));
    expect([operation.id, bodies.length > 0, refused]).toEqual([operation.id, true, []]);
  }
});

test("invalid requests have bodies that the document does not allow", () => {
  for (const [operation, schema] of withJson) {
    const bodies = generated(operation, "invalid").map(({ body }) => readJson(body ?? Buffer.alloc(0)));
    expect([operation.id, bodies.some((body) => body !== undefined && !validatorOf(schema)(body))]).toEqual([operation.id, true]);
    expect([operation.id, bodies.includes(undefined)]).toEqual([operation.id, true]);
  }
});

test("invalid requests have parameters that the document does not allow", () => {
  const limits = generated(named("groups.list"), "invalid", 300).map(({ path }) =>
    new URL(path, "http://host").searchParams.getAll("limit"),
  );
  const isLimit = validatorOf({ type: "integer", minimum: 1, maximum: 500 });
  expect(limits.some((values) => values.length > 1)).toBe(true);
  expect(limits.some(([value]) => value !== undefined && !isLimit(Number(value)))).toBe(true);
});

test("the same seed makes the same requests", () => {
  for (const operation of operations) expect(generated(operation, "invalid", 5)).toEqual(generated(operation, "invalid", 5));
});

test("existing ids are used in paths, queries and bodies", () => {
  const uses = (id: string, parameter: string): boolean =>
    fc
      .sample(createRequestGenerator(named(id), (name) => (name === parameter ? "existing-id" : undefined)).valid, {
        seed: 7,
        numRuns: 100,
      })
      .some(({ path, body }) => `${path} ${String(body)}`.includes("existing-id"));
  expect([uses("solution.read", "solutionId"), uses("imports.list", "datasourceWss"), uses("solution.update", "groupWss")]).toEqual([
    true,
    true,
    true,
  ]);
});

function generated(operation: Operation, kind: "valid" | "invalid", numRuns = 50): GeneratedRequest[] {
  return fc.sample(createRequestGenerator(operation, () => undefined)[kind], { seed: 7, numRuns });
}

function named(id: string): Operation {
  const operation = operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`There is no ${id}.`);
  return operation;
}
