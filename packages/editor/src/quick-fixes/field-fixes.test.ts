import { validate, type PredictionInput } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { addField, deleteField } from "../commands/fields.ts";
import { definitionOf } from "../document/flow-document.ts";
import { band, draw, node, set, when } from "../testing/draw.ts";
import { counter, run } from "../testing/sample-flow.ts";
import { fixesOf, line, numbers, rule, validateOne } from "../testing/quick-fixes.ts";
import { quickFixes } from "./quick-fixes.ts";

const readsX = node("EasyRule", "r", { conditionFields: [when("runtime.x < 5", "Float")], thenFields: [set("k = 1", "Integer")] });
const score = { scoredField: "n", resultField: "x", defaultScore: "0" };
const predicts = (...inputFields: readonly PredictionInput[]) =>
  draw({ ...numbers, nodes: [node("Prediction", "a", { config: "c", inputFields: [...inputFields], scoreField: "x" })], links: line });

describe("a field without a value", () => {
  test("of a score leads to its default points, and chooses none", () => {
    const points = node("RangeScore", "points", { ...score, defaultScore: "", ranges: [band("[300, ) 5")] });
    const document = draw({ ...numbers, nodes: [points, readsX], links: ["start -> points", "points -> r", "r -> end"] });
    const [fix, ...others] = quickFixes(document, validateOne(document, "FIELD_MAY_BE_MISSING"), counter("x"));
    expect(fix).toMatchObject({
      label: "Give points default points...",
      safe: false,
      opens: { nodeId: "points", property: "defaultScore" },
    });
    expect([others, fix?.command(document)]).toEqual([[], expect.objectContaining({ document })]);
  });

  test("that was deleted comes back with its type under a free name", () => {
    const document = run(rule("i < 5", "Integer"), deleteField("Application", "i"), addField("Application", { key: "new", name: "i" }));
    const [fix] = quickFixes(document, validateOne(document, "FIELD_UNKNOWN"), counter("x"));
    const after = fix === undefined ? document : run(document, fix.command);
    expect(after.applicationFields.at(-1)).toEqual({ key: "i", name: "i_2", type: "Integer", required: true });
    expect(validate(definitionOf(after)).map(({ code }) => code)).toEqual([]);
  });

  test("that a model needs is created in the panel, which knows its type", () => {
    expect(fixesOf("FIELD_UNSET", predicts({ name: "region", datasource: "Application", fieldKey: "" }))).toEqual([
      ["Create the application fields..."],
    ]);
  });

  test("that the session never knew cannot come back", () => {
    expect(fixesOf("FIELD_UNKNOWN", rule("other < 5", "Float"))).toEqual([[]]);
  });
});
