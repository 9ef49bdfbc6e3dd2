import { expect, test } from "vitest";
import { versionOpenApi } from "./version-document.ts";

const document = versionOpenApi({
  versionId: "01V",
  versionName: "2.0",
  versionDescription: "",
  solutionName: "Credit",
  definition: {
    applicationDatasetFields: [
      { key: "a", name: "age", type: "Integer", required: true },
      { key: "b", name: "__proto__", type: "String", required: false },
    ],
    runtimeDatasetFields: [{ key: "c", name: "score", type: "Float", required: false }],
  },
});
const text = JSON.stringify(document);

test("the version's own address, fields and samples", () => {
  expect(document).toHaveProperty(["paths", "/dme/manage/v1/versions/01V/execute", "post", "operationId"], "decide");
  const schema = ["paths", "/dme/manage/v1/versions/01V/execute", "post", "requestBody", "content", "application/json", "schema"];
  expect(document).toHaveProperty([...schema, "required"], ["age"]);
  expect(document).toHaveProperty([...schema, "properties", "age", "type"], "integer");
  expect(document).toHaveProperty([...schema, "examples", "0", "age"], 123);
  expect(text).toContain('"score":{"type":"number"}');
});

test("a hostile name is a property like any other", () => {
  expect(text).toContain('"__proto__":{"anyOf":[{"type":"string"');
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

test("every refusal of a runtime is declared", () => {
  for (const code of ["INPUT_INVALID", "KEY_INVALID", "IDEMPOTENCY_KEY_REUSED", "ORGANISATION_BUSY", "EXECUTION_NOT_LOGGED"]) {
    expect(text).toContain(code);
  }
});
