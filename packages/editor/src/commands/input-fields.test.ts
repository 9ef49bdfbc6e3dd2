import { expect, it } from "vitest";
import { draw, node } from "../testing/draw.ts";
import { counter } from "../testing/sample-flow.ts";
import { createInputFields, planInputFields } from "./input-fields.ts";

const prediction = node("Prediction", "p", {
  config: "c",
  inputFields: [
    { name: "age", datasource: "Application", fieldKey: "" },
    { name: "grade", datasource: "Runtime", fieldKey: "x" },
  ],
});
const document = draw({
  application: { age: "Integer" },
  runtime: { x: "Float" },
  nodes: [prediction],
  links: ["start -> p", "p -> end"],
});
const inputs = [
  { name: "age", usual: "", type: "Integer" },
  { name: "grade", usual: "", type: "Float" },
  { name: "Home region", usual: "", type: "String" },
  { name: "loans", usual: "", type: "Integer" },
  { name: "unknown type", usual: "" },
] as const;

it("creates a field of the model's type for each input without one, and maps the others by name", () => {
  expect(planInputFields(prediction, inputs, document.applicationFields)).toEqual({ mapped: 1, created: 3 });
  const executed = createInputFields(prediction, inputs, counter("f"))(document);
  if (!executed.ok) throw new Error("It was refused.");
  const { applicationFields, nodes } = executed.document;
  expect(applicationFields.map(({ name, type, required }) => [name, type, required])).toEqual([
    ["age", "Integer", expect.any(Boolean)],
    ["Home_region", "String", false],
    ["loans", "Integer", false],
    ["unknown_type", "Float", false],
  ]);
  const names = new Map(applicationFields.map(({ key, name }) => [key, name]));
  const after = nodes.get("p");
  const rows = after?.type === "Prediction" ? after.inputFields : [];
  expect(rows.map(({ name, datasource, fieldKey }) => [name, datasource, names.get(fieldKey) ?? fieldKey])).toEqual([
    ["age", "Application", "age"],
    ["grade", "Runtime", "x"],
    ["Home region", "Application", "Home_region"],
    ["loans", "Application", "loans"],
    ["unknown type", "Application", "unknown_type"],
  ]);
  expect(executed.name).toBe("Create 3 application fields");
  expect(planInputFields({ ...prediction, inputFields: rows }, inputs, applicationFields)).toEqual({ mapped: 0, created: 0 });
});
