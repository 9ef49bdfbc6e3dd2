import { describe, expect, test } from "vitest";
import { draw, node } from "../testing/draw.ts";
import { blocked } from "../testing/lists.ts";
import { counter } from "../testing/sample-flow.ts";
import { fixesOf, line, looksUp, numbers, rule, validateOne } from "../testing/quick-fixes.ts";
import { planFixAll, quickFixes } from "./quick-fixes.ts";

describe("a list", () => {
  test("that neither the flow nor the organisation has is chosen by the user", () => {
    expect(fixesOf("LIST_UNKNOWN", rule("s in-list Nowhere", "String"))).toEqual([[]]);
  });

  test("without columns supports only testing for a key", () => {
    const document = draw({ ...numbers, nodes: [node("Lookup", "a", { list: "Blocked", keyField: "s" })], links: line, lists: [blocked] });
    const [fix] = quickFixes(document, validateOne(document, "LOOKUP_WITHOUT_OUTPUT"), counter("x"));
    expect(fix).toMatchObject({ label: "Choose a found field", opens: { nodeId: "a", property: "foundField" } });
  });

  test("with several columns that no output reads leaves the choice to the user", () => {
    expect(fixesOf("LIST_COLUMN_UNSET", looksUp(["", "x"]))).toEqual([[]]);
  });

  test("whose outputs set a field twice loses the second by Fix all only where both read the same column", () => {
    expect(planFixAll(looksUp(["uplift", "x"], ["uplift", "x"]), counter("x")).fixes.map(({ label }) => label)).toEqual([
      "Delete output 2",
    ]);
    expect(planFixAll(looksUp(["uplift", "x"], ["risk_band", "x"]), counter("x")).fixes).toEqual([]);
  });
});
