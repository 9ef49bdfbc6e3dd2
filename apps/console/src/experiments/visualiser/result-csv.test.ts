import { expect, test } from "vitest";
import { resultCsv } from "./result-csv.ts";

test("a line for each record with every field, in words; formulas are text and what is missing is empty", () => {
  const fields = ["application.name", "runtime.total", "carried.id", "outcome"].map((name) => ({ name }));
  const text = resultCsv(fields, [
    { row: 3, outcome: "completed", reasonCodes: ["R1", "R2"], "application.name": "=1+1", "runtime.total": 12.5, "carried.id": "A3" },
    { row: 7, outcome: "refused", reasonCodes: [], "carried.id": "A7" },
  ]);
  expect(text.split("\r\n")).toEqual([
    "Record,application.name,runtime.total,carried.id,outcome,Reason codes",
    "3,'=1+1,12.5,A3,Completed,R1 R2",
    "7,,,A7,Not decided,",
    "",
  ]);
});
