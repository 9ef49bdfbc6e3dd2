import { validate } from "@airlock/flow";
import { expect, test } from "vitest";
import { deleteSelection } from "../commands/delete-selection.ts";
import { definitionOf } from "../document/flow-document.ts";
import { selectionOf } from "../selection/selection.ts";
import { run, sampleDocument } from "../testing/sample-flow.ts";
import { outlineOf } from "./outline.ts";

const document = sampleDocument();

test("the list says all that the picture shows, in reading order", () => {
  const rows = outlineOf(document);
  expect(rows.map((row) => row.title)).toEqual([
    "Start",
    "Begin",
    "Minimum age",
    "Affordability",
    "Debt burden",
    "Loan purpose",
    "Verdict",
    "Decline",
    "End",
  ]);
  expect(rows.map((row) => row.spoken)).toEqual([
    "Start, 1 of 9. The decision begins here. Goes to Begin.",
    "Begin, Set State, 2 of 9. Sets total = 0. Goes to Minimum age.",
    "Minimum age, Easy Rule, 3 of 9. If age < 18, then result = Decline. Goes to Affordability.",
    "Affordability, Calculation, 4 of 9. ratio is debts / income. Goes to Debt burden, to Loan purpose.",
    "Debt burden, Range Score, 5 of 9. Scores ratio in 2 bands, adds to total, 0 points by default. Goes to Verdict.",
    "Loan purpose, List Score, 6 of 9. Scores purpose in 1 value, adds to total, 5 points by default. Goes to Verdict.",
    "Verdict, Easy Rule, 7 of 9. If total >= 30, then result = Approve. Goes to Decline when total < 30, to End otherwise.",
    "Decline, Set State, 8 of 9. Sets result = Decline. Goes to End.",
    "End, 9 of 9. The decision ends here.",
  ]);
  expect(rows[6]?.from.map((way) => way.text)).toEqual(["from Debt burden", "from Loan purpose"]);
});

test("findings and what is not reached are in it", () => {
  const cut = run(document, deleteSelection(selectionOf([], ["l2"])));
  const rows = outlineOf(cut, validate(definitionOf(cut)));
  const minimum = rows.find((row) => row.nodeId === "minimum");
  expect(minimum?.isReached).toBe(false);
  expect(minimum?.spoken).toMatch(/Never reached\. 1 warning\.$/);
  const onLink = outlineOf(document, [{ code: "X", level: "error", linkId: "l8", message: "" }]);
  expect(onLink.find((row) => row.nodeId === "verdict")?.spoken).toMatch(/1 error\.$/);
  expect(rows.find((row) => row.nodeId === "zero")?.spoken).toMatch(/Goes nowhere\./);
});
