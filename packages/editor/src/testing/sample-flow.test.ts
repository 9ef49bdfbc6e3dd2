import { validate } from "@airlock/flow";
import { expect, test } from "vitest";
import { sampleDefinition } from "./sample-flow.ts";

test("what the other tests begin with is a sound flow", () => {
  expect(validate(sampleDefinition())).toEqual([]);
});
