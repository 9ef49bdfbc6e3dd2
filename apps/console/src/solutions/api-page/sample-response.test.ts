import { executionFields } from "@airlock/contract";
import { expect, test } from "vitest";
import { sampleResponse } from "./sample-response.ts";

test("the sample is a response as the contract has it, with a value for each runtime field", () => {
  const sample = sampleResponse({
    versionWss: "01M8C4T6Q2V9XK3E7RZN5HWDPB",
    solutionWss: "01M8C4T6Q2V9XK3E7RZN5HWDPC",
    fields: [
      { key: "a", name: "result", type: "String", required: false },
      { key: "b", name: "total", type: "Float", required: false },
    ],
  });
  expect(executionFields.parse(sample)).toEqual(sample);
  expect(sample.runtimeData).toEqual({ result: "text", total: 123.45 });
});
