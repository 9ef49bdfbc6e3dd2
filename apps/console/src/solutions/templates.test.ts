import { isValidRuntime, validate } from "@airlock/flow";
import { expect, test } from "vitest";
import { scorecardTemplate } from "../parts/first-run/start-hash.ts";
import { loadTemplates } from "./templates.ts";

const templates = await loadTemplates();

test("there is a template for every example", () => {
  expect(templates.map(({ name }) => name)).toContain("Consumer credit");
  expect(templates.length).toBeGreaterThan(7);
});

test("the template that the first run proposes is there under its key", () => {
  expect(templates.find(({ key }) => key === scorecardTemplate)?.name).toBe("Consumer credit scorecard");
});

test.each(templates)("$name can be run at once, with its cases and test data", ({ description, definition }) => {
  expect(description).not.toBe("");
  expect(isValidRuntime(validate(definition))).toBe(true);
  expect(definition.testCases?.length).toBeGreaterThan(3);
  const given = new Set(definition.applicationTestData.map((one) => one.name));
  expect(definition.applicationDatasetFields.filter((field) => field.required && !given.has(field.name))).toEqual([]);
});
