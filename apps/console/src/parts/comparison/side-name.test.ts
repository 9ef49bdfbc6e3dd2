import { expect, test } from "vitest";
import { recordNoun, sameText, sideName, sideTitle } from "./side-name.ts";

const draft = { versionWss: null, solutionWss: "S", solutionName: "Loans", versionName: "", experimentResultWss: null, isChanged: false };

test("a side is called by its version, the draft, or what became of the numbers of a result", () => {
  expect([sideName(draft), sideTitle(draft)]).toEqual(["draft", "Draft"]);
  expect(sideTitle({ ...draft, versionWss: "V", versionName: "v14" })).toBe("v14");
  expect(sideTitle({ ...draft, experimentResultWss: "R" })).toBe("As it ran");
  expect(sideName({ ...draft, experimentResultWss: "R", isChanged: true })).toBe("numbers moved");
});

test("rows of a datasource are records", () => {
  expect(recordNoun({ datasource: null }).one).toBe("execution");
  expect(
    recordNoun({ datasource: { webSafeString: "D", name: "loans", type: "LinkedStorage", importWss: null, recordCount: 1 } }).one,
  ).toBe("record");
});

test("a comparison without changes says how many were compared", () => {
  expect([sameText(1, { one: "execution", many: "executions" }), sameText(1200, { one: "record", many: "records" })]).toEqual([
    "Same outcome for the only execution.",
    "Same outcome for all 1,200 records.",
  ]);
});
