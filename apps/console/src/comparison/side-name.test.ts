import { expect, test } from "vitest";
import { recordWord, sideName, sideTitle } from "./side-name.ts";

const draft = { versionWss: null, solutionWss: "S", solutionName: "Loans", versionName: "", experimentResultWss: null, isChanged: false };

test("a side is called by its version, the draft, or what became of the numbers of a result", () => {
  expect([sideName(draft), sideTitle(draft)]).toEqual(["draft", "Draft"]);
  expect(sideTitle({ ...draft, versionWss: "V", versionName: "v14" })).toBe("v14");
  expect(sideTitle({ ...draft, experimentResultWss: "R" })).toBe("As it ran");
  expect(sideName({ ...draft, experimentResultWss: "R", isChanged: true })).toBe("numbers moved");
});

test("rows of a datasource are records", () => {
  expect(recordWord({ datasource: null })).toBe("execution");
  expect(recordWord({ datasource: { webSafeString: "D", name: "loans", type: "LinkedStorage", importWss: null, recordCount: 1 } })).toBe(
    "record",
  );
});
