import { describe, expect, it } from "vitest";
import type { Definition } from "./definition.ts";
import { canonicalText } from "./diff/canonical-text.ts";
import { diff, hasSameMeaning } from "./diff/diff.ts";
import { fromFile, toFile } from "./diff/file.ts";
import { merge } from "./diff/merge.ts";
import { limits } from "./limits.ts";
import { newListValue, newRange } from "./new-items.ts";
import { parseDefinition } from "./parse/parse-definition.ts";
import { reasonCodesIn } from "./reason-texts.ts";
import { draw, node } from "./testing/draw.ts";

const drawn = draw({
  application: { income: "Float!", employment: "String!" },
  runtime: { total: "Float" },
  nodes: [
    node("RangeScore", "income", {
      scoredField: "income",
      ranges: ["R02", "", "R01", "R02"].map((reasonCode, row) => ({ ...newRange(`r${row}`, []), reasonCode })),
    }),
    node("ListScore", "job", { scoredField: "employment", values: [{ ...newListValue("v1"), reasonCode: "R03" }] }),
  ],
  links: ["start -> income", "income -> job", "job -> end"],
});

const withTexts = (reasonTexts: Readonly<Record<string, string>>): Definition => ({ ...drawn, reasonTexts });

describe("texts of reason codes", () => {
  it("are for the codes that nodes give, each once, in the order of the nodes", () => {
    expect(reasonCodesIn(drawn)).toEqual(["R02", "R01", "R03"]);
  });

  it("survive parsing and the file, without empty ones", () => {
    const texts = { R01: "Income is below 1,000", ["__proto__"]: "no property" };
    const parsed = parseDefinition({ ...drawn, reasonTexts: { ...texts, R02: "" } });
    expect(parsed.ok && parsed.definition.reasonTexts).toEqual(texts);
    const read = fromFile(toFile(withTexts({ R01: "Income is below 1,000" })));
    expect(read.ok && read.definition.reasonTexts).toEqual({ R01: "Income is below 1,000" });
    expect(parseDefinition({ ...drawn, reasonTexts: {} })).toMatchObject({ ok: true, definition: drawn });
    expect(toFile(drawn)).not.toContain("reasonTexts");
  });

  it("have limits", () => {
    const refused = (reasonTexts: unknown) => {
      const parsed = parseDefinition({ ...drawn, reasonTexts });
      return parsed.ok ? [] : parsed.problems.map(({ code }) => code);
    };
    expect(refused({ R01: "x".repeat(limits.reasonTextLength + 1) })).toEqual(["TEXT_TOO_LONG"]);
    expect(refused(Object.fromEntries(Array.from({ length: limits.reasonTexts + 1 }, (_, at) => [`R${at}`, "x"])))).toEqual([
      "LIST_TOO_LONG",
    ]);
    expect(refused({ R01: 7 })).toEqual(["NOT_A_TEXT"]);
  });

  it("are a change that does not change decisions, and part of what a version is", () => {
    const [before, after] = [withTexts({ R01: "Low income", R02: "x" }), withTexts({ R01: "Income too low", R03: "y" })];
    expect(diff(before, after)).toEqual([
      {
        change: "changed",
        what: "reasonText",
        id: "R01",
        name: "R01",
        meaning: false,
        properties: [{ property: "text", before: "Low income", after: "Income too low", meaning: false }],
      },
      { change: "added", what: "reasonText", id: "R03", name: "R03", meaning: false, properties: [] },
      { change: "removed", what: "reasonText", id: "R02", name: "R02", meaning: false, properties: [] },
    ]);
    expect(hasSameMeaning(before, after)).toBe(true);
    expect(canonicalText(before)).not.toBe(canonicalText(after));
    expect(canonicalText(withTexts({ b: "1", a: "2" }))).toBe(canonicalText(withTexts({ a: "2", b: "1" })));
  });

  it("are merged code by code; a text that both changed is a conflict", () => {
    const both = merge(withTexts({ R01: "a" }), withTexts({ R01: "b" }), withTexts({ R01: "a", R02: "c" }));
    expect(both).toMatchObject({ conflicts: [], definition: { reasonTexts: { R01: "b", R02: "c" } } });
    const { conflicts } = merge(withTexts({ R01: "a" }), withTexts({ R01: "b" }), withTexts({ R01: "c" }));
    expect(conflicts).toMatchObject([{ name: "text of reason R01", mine: "b", theirs: "c", taken: "mine" }]);
  });
});
