import { expect, test } from "vitest";
import { overBody, overOf, overText } from "./over-choice.ts";

const comparison = { start: null, end: null, datasource: null, records: "all" as const, fieldMapping: [], carry: [] };
const loans = { webSafeString: "D1", name: "loans", type: "LinkedStorage", importWss: null, recordCount: 1200 };
const field = { key: "income", name: "Income", type: "Float", value: "net_income", useDatasource: true } as const;

test("a comparison over executions is repeated over the same number of days, up to now", () => {
  const over = overOf({ ...comparison, start: "2026-11-01T00:00:00Z", end: "2026-11-08T00:00:00Z" });
  expect(over).toEqual({ days: 7 });
  expect(overText(over)).toBe("Executions, last 7 days");
  expect(overText({ days: 1 })).toBe("Executions, last day");
  expect(overBody(over, Date.UTC(2026, 10, 20))).toEqual({
    executions: { start: "2026-11-13T00:00:00.000Z", end: "2026-11-20T00:00:00.000Z" },
  });
});

test("a comparison over a datasource keeps its mapping and how much of it was used", () => {
  const over = overOf({ ...comparison, datasource: loans, fieldMapping: [field], carry: ["id"] });
  const mapped = { key: "income", value: "net_income", useDatasource: true };
  expect(overBody(over, 0)).toEqual({ datasourceId: "D1", records: "all", fieldMapping: [mapped], carry: ["id"] });
  expect(overText(over)).toBe("loans, 1,200 records");
  expect(overText(overOf({ ...comparison, records: "first", datasource: loans }))).toBe("loans, first 1,000 records");
  expect(overText(overOf({ ...comparison, datasource: { ...loans, recordCount: null } }))).toBe("loans");
});
