import { describe, expect, it } from "vitest";
import { sampleBody, sampleText } from "./sample-values.ts";

describe("sample values", () => {
  it("are 123 for Integer, 123.45 for Float and 'text' for String", () => {
    expect([sampleText("Integer"), sampleText("Float"), sampleText("String")]).toEqual(["123", "123.45", "'text'"]);
  });
  it("make a body by the fields' names", () => {
    const field = (key: string, name: string, type: "Integer" | "Float" | "String") => ({ key, name, type, required: true });
    expect(sampleBody([field("f1", "age", "Integer"), field("f2", "net income", "Float"), field("f3", "job", "String")])).toEqual({
      age: 123,
      "net income": 123.45,
      job: "text",
    });
  });
});
