import { describe, expect, test } from "vitest";
import { isManyFields, readFields } from "./read-fields.ts";

describe("fields that are pasted", () => {
  test("as a table of name, type and whether it is required", () => {
    expect(readFields("Name\tField type\tRequired\nage\tInteger\trequired\nnet income\tfloat\t\nresidency\n")).toEqual([
      { name: "age", type: "Integer", required: true },
      { name: "net_income", type: "Float", required: false },
      { name: "residency", type: "String", required: false },
    ]);
  });

  test("as a sample of what a caller sends", () => {
    expect(readFields('{"age": 34, "net_income": 2850.5, "residency": "NL", "tags": []}')).toEqual([
      { name: "age", type: "Integer", required: false },
      { name: "net_income", type: "Float", required: false },
      { name: "residency", type: "String", required: false },
      { name: "tags", type: "String", required: false },
    ]);
  });

  test("twice the same name is one field, and what has no name is none", () => {
    expect(readFields("age\tInteger\nage\tString\n-\tFloat").map(({ name, type }) => `${name} ${type}`)).toEqual(["age Integer"]);
    expect(readFields("{ half")).toEqual([]);
    expect(readFields(" ")).toEqual([]);
  });

  test("are distinguished from one name", () => {
    expect(["age", "net income", "age\n"].map(isManyFields)).toEqual([false, false, false]);
    expect(["age\tInteger", "age\nincome", ' {"age": 1}'].map(isManyFields)).toEqual([true, true, true]);
  });
});
