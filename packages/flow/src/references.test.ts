import { describe, expect, it } from "vitest";
import { fieldNames, referencesInText, referencesToKeys, referencesToNames } from "./references.ts";
import { draw } from "./testing/draw.ts";

const drawn = draw({ application: { f1: "Float" }, runtime: { f1: "Float" } });
const definition = {
  ...drawn,
  applicationDatasetFields: [{ key: "f1", name: "net_income", type: "Float" as const, required: true }],
  runtimeDatasetFields: [{ key: "f1", name: "Score", type: "Float" as const, required: false }],
};

describe("references", () => {
  it("are stored by key and shown by name", () => {
    const typed = "https://x.example/${application.net_income}?s=${runtime.Score}";
    const stored = "https://x.example/${application.f1}?s=${runtime.f1}";
    expect(referencesToKeys(typed, definition)).toBe(stored);
    expect(referencesToNames(stored, fieldNames(definition))).toBe(typed);
  });

  it("become unknown when they refer to nothing, in both directions", () => {
    expect(referencesToKeys("${application.Name} ${runtime.Name}", definition)).toBe("${application.unknown} ${runtime.unknown}");
    expect(referencesToNames("${application.gone} ${runtime.unknown}", fieldNames(definition))).toBe(
      "${application.unknown} ${runtime.unknown}",
    );
  });

  it("look names up in their own dataset, with capitals as written", () => {
    expect(referencesToKeys("${application.Score} ${runtime.score}", definition)).toBe("${application.unknown} ${runtime.unknown}");
  });

  it.each(["${application.", "${applicant.net_income}", "$application.net_income", "{application.net_income}", "${application.a{b}}"])(
    "leave %s as it is",
    (text) => {
      expect(referencesToKeys(text, definition)).toBe(text);
      expect(referencesInText(text)).toEqual([]);
    },
  );

  it("are found after one that was not closed", () => {
    expect(referencesInText("${application.${runtime.f1}")).toEqual([{ source: "Runtime", key: "f1", from: 14, to: 27 }]);
  });

  it("do not confuse names with parts of objects", () => {
    expect(referencesToKeys("${application.__proto__} ${application.constructor}", definition)).toBe(
      "${application.unknown} ${application.unknown}",
    );
  });

  it("are read in time that grows with the text only", () => {
    const text = "${application.".repeat(50_000);
    expect(referencesToKeys(text, definition)).toBe(text);
  });
});
