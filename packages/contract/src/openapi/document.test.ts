import { expect, test } from "vitest";
import committed from "../../openapi.json" with { type: "json" };
import { actionNames } from "../actions.ts";
import { openApiDocument } from "./document.ts";

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}
const operations = Object.values(committed.paths).flatMap((path) => Object.values(path as Readonly<Record<string, Operation>>));

test("the committed document is what the contract says (npm run openapi)", () => {
  expect(JSON.parse(JSON.stringify(openApiDocument(committed.info.version)))).toEqual(committed);
});

test("every action is described once", () => {
  expect(operations.map((operation) => operation.operationId).sort()).toEqual([...actionNames].sort());
});

test("every reference leads somewhere", () => {
  const { schemas, responses, parameters } = committed.components;
  const names = [...Object.keys(schemas), ...Object.keys(responses), ...Object.keys(parameters)];
  const references = [...JSON.stringify(committed).matchAll(/"#\/components\/\w+\/([\w-]+)"/g)].map((match) => match[1] ?? "");
  expect(references.length).toBeGreaterThan(50);
  expect(references.filter((name) => !names.includes(name))).toEqual([]);
});

test("every call declares one success and its refusals", () => {
  for (const { responses } of operations) {
    const statuses = Object.keys(responses).map(Number);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses).toContain(500);
  }
});
