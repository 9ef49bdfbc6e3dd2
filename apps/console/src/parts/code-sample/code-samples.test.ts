import { describe, expect, it } from "vitest";
import { codeSample, type SampleLanguage } from "./code-samples.ts";

const address = "https://airlock.example/decide/loans";
const values = { age: 34, name: `Ann "true" O'Hara`, resident: true, married: false };
const sample = (language: SampleLanguage) => codeSample(language, address, values);

describe("a call of a version", () => {
  it("has Python's words for Booleans, and leaves texts as they are", () => {
    expect(sample("Python")).toContain(
      [
        `    data=json.dumps({`,
        `      "age": 34,`,
        `      "name": "Ann \\"true\\" O'Hara",`,
        `      "resident": True,`,
        `      "married": False`,
        `    }).encode(),`,
      ].join("\n"),
    );
    expect(codeSample("Python", address, {})).toContain("data=json.dumps({}).encode(),");
  });

  it("has JSON in the other languages, quoted for the shell", () => {
    expect(sample("JavaScript")).toContain(`"resident": true,`);
    expect(sample("curl")).toContain(String.raw`O'\''Hara`);
  });
});
