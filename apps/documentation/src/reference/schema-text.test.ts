import { expect, it } from "vitest";
import { typeText, type Schema } from "./schema-text.ts";

it.each<[Schema, string]>([
  [{ type: "string", format: "date-time" }, "string (date-time)"],
  [{ type: "string", maxLength: 200 }, "string, up to 200 characters"],
  [{ type: "integer", minimum: 1, maximum: 500, default: 100 }, "integer, 1 to 500, default 100"],
  [{ type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 }, "integer"],
  [{ type: "integer", minimum: 0, maximum: 9007199254740991 }, "integer, from 0"],
  [{ type: "string", enum: ["serving", "stopped"] }, '"serving", "stopped"'],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
  [
    { type: "array", items: { type: "object", properties: { name: { type: "string" }, value: { type: "string" } } } },
    "list of object (name, value)",
  ],
  [{ type: "object", additionalProperties: { type: "number" } }, "object of number by name"],
])("describes %j", (schema, text) => {
  expect(typeText(schema)).toBe(text);
});
