import { versionOpenApi } from "@airlock/contract";
import { expect, test } from "vitest";
import { readDocument } from "./read-document.ts";

const document = versionOpenApi({
  versionId: "01V",
  versionName: "2.0",
  versionDescription: "",
  solutionName: "Credit",
  serverUrl: "https://airlock.test",
  maxBodyBytes: 524_288,
  definition: {
    applicationDatasetFields: [
      { key: "a", name: "age", type: "Integer", required: true },
      { key: "b", name: "toString", type: "String", required: false },
    ],
    runtimeDatasetFields: [{ key: "c", name: "score", type: "Float", required: false }],
  },
});

test("reads what it takes, what it answers and what it refuses with", () => {
  const read = readDocument(document);
  expect(read.takes).toEqual([
    { name: "age", type: "integer", required: true, sample: "123" },
    { name: "toString", type: "string or null", required: false, sample: '"text"' },
  ]);
  expect(read.answers).toEqual([{ name: "score", type: "number", required: false, sample: "" }]);
  expect(read.limits).toEqual({ bodyBytes: 524_288, batchBytes: 8_388_608, batchInputs: 1000 });
  const invalid = read.refusals.flatMap(({ codes }) => codes).find(({ code }) => code === "INPUT_INVALID");
  expect(invalid?.description).toContain("do not fit this version");
});

test("whatever it is given, it answers", () => {
  for (const nothing of [undefined, null, 3, {}, { paths: [] }, { paths: { a: { post: { responses: { 400: 1 } } } } }]) {
    expect(readDocument(nothing).takes).toEqual([]);
  }
});
