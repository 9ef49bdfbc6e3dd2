import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { executionFields } from "../execution.ts";
import { problemBody } from "../problems/problem.ts";
import { openApiDocument } from "./document.ts";
import openApi31 from "./openapi-3.1.schema.json" with { type: "json" };
import { versionOpenApi } from "./version-document.ts";

const document = versionOpenApi({
  versionId: "01V",
  versionName: "2.0",
  versionDescription: "",
  solutionName: "Credit",
  serverUrl: "https://airlock.test",
  definition: {
    applicationDatasetFields: [
      { key: "a", name: "age", type: "Integer", required: true },
      { key: "b", name: "__proto__", type: "String", required: false },
      { key: "d", name: "married", type: "Boolean", required: true },
      { key: "e", name: "born", type: "Date", required: false },
    ],
    runtimeDatasetFields: [
      { key: "c", name: "score", type: "Float", required: false },
      { key: "f", name: "due", type: "Date", required: false },
      { key: "g", name: "approved", type: "Boolean", required: false },
    ],
  },
});
const text = JSON.stringify(document);

test("the version's own address, fields and samples", () => {
  expect(document).toHaveProperty(["paths", "/dme/manage/v1/versions/01V/execute", "post", "operationId"], "decide");
  expect(document).toHaveProperty("servers", [{ url: "https://airlock.test" }]);
  const schema = ["components", "schemas", "Input"];
  expect(document).toHaveProperty([...schema, "required"], ["age", "married"]);
  expect(document).toHaveProperty([...schema, "properties", "age", "type"], "integer");
  expect(document).toHaveProperty([...schema, "examples", "0", "age"], 123);
  expect(text).toContain('"score":{"type":"number"}');
  expect(document).toHaveProperty([...schema, "properties", "married"], { type: "boolean" });
  expect(document).toHaveProperty([...schema, "properties", "born"], { anyOf: [{ type: "string", format: "date" }, { type: "null" }] });
  expect(document).toHaveProperty([...schema, "examples", "0"], expect.objectContaining({ married: true, born: "2026-01-31" }));
  expect(text).toContain('"due":{"type":"string","format":"date"},"approved":{"type":"boolean"}');
});

test("the address of the solution, where the version is released", () => {
  const released = JSON.stringify(
    versionOpenApi({
      versionId: "01V",
      versionName: "2.0",
      versionDescription: "",
      solutionName: "Credit",
      solutionKey: "consumer-credit",
      serverUrl: "https://airlock.test",
      definition: { applicationDatasetFields: [], runtimeDatasetFields: [] },
    }),
  );
  expect(released).toContain('"/dme/decide/v1/consumer-credit":{"post"');
  expect(released).toContain("SOLUTION_NOT_RELEASED");
  expect(released).not.toContain("VERSION_NOT_FOUND");
  expect(released).not.toContain("01V");
});

test("a hostile name is a property like any other", () => {
  expect(text).toContain('"__proto__":{"anyOf":[{"type":"string"');
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

test("every refusal of a runtime is declared", () => {
  for (const code of [
    "PERMISSION_MISSING",
    "METHOD_NOT_ALLOWED",
    "INPUT_INVALID",
    "KEY_INVALID",
    "IDEMPOTENCY_KEY_REUSED",
    "ORGANISATION_BUSY",
    "EXECUTION_NOT_LOGGED",
  ]) {
    expect(text).toContain(code);
  }
});

test("a refusal is a whole problem, and the limits are named", () => {
  const problem = ["components", "schemas", "Problem", "properties"];
  for (const field of ["correlationId", "problems", "status", "title", "type"]) expect(document).toHaveProperty([...problem, field]);
  expect(text).toContain("at most 262,144 bytes");
  expect(text).toContain("up to 1,000 inputs");
});

test.each([
  ["of a version", document],
  ["of Airlock", openApiDocument("1.0.0")],
])("the document %s is valid OpenAPI 3.1", (_, described) => {
  // The schema of the OpenAPI Initiative, unchanged.
  const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(openApi31);
  validate(described);
  expect(validate.errors).toBeNull();
});

test("its schemas compile, and accept the sample, an execution and a problem", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, "document");
  const accepts = (name: string, value: unknown) => ajv.validate({ $ref: `document#/components/schemas/${name}` }, value);
  expect(accepts("Input", { age: 123, married: false, born: null })).toBe(true);
  expect(accepts("Input", { age: 123, married: "false" })).toBe(false);
  expect(accepts("Input", { age: "123", married: true })).toBe(false);
  const execution = {
    _embedded: {
      webSafeString: "01E",
      solutionProcessId: "01R",
      versionWss: "01V",
      solutionWss: "01S",
      started: "2026-11-17T00:00:00.000Z",
      ended: "2026-11-17T00:00:00.000Z",
      durationMillis: 0.5,
      status: "completed",
      runtimeData: { score: 1.5 },
      reasonCodes: [],
    },
  };
  expect(executionFields.safeParse(execution._embedded).success).toBe(true);
  for (const name of ["Execution", "BatchLine"]) expect(accepts(name, execution), name).toBe(true);
  const problem = problemBody({ code: "INPUT_INVALID", problems: [{ field: "age", code: "type", message: "A whole number." }] }, "c-1");
  expect(accepts("Problem", problem)).toBe(true);
  expect(accepts("BatchLine", { problem })).toBe(true);
  expect(accepts("BatchLine", {})).toBe(false);
});
