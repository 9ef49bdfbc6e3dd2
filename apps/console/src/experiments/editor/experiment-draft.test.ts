import type { ExperimentFields } from "@airlock/contract";
import { expect, test } from "vitest";
import { draftOf, invalidSolution, isChanged, whyNotExecute, withDatasource, withSolution } from "./experiment-draft.ts";

const literal = { key: "a", value: "NL", useDatasource: false };
const column = { key: "b", value: "age", useDatasource: true };
const fields: ExperimentFields = {
  webSafeString: "e",
  name: "Q3",
  description: "",
  code: "",
  solutionId: "s",
  solutionName: "Consumer credit",
  versionId: "v",
  versionName: "v14",
  validRuntime: true,
  datasourceId: "d",
  datasourceName: "loans",
  recordCount: 10,
  fieldMapping: [literal, column],
  records: "first",
  carry: ["id"],
  results: 0,
  lastResult: null,
  createdDate: "2026-11-14T10:00:00Z",
  updatedDate: "2026-11-14T10:00:00Z",
  revision: 1,
};

test("a draft is changed only by what differs", () => {
  const draft = draftOf(fields);
  expect(isChanged(draft, fields)).toBe(false);
  expect(isChanged({ ...draft, records: "all" }, fields)).toBe(true);
  expect(isChanged({ ...draft, version: null }, fields)).toBe(true);
  expect(isChanged({ ...draft, carry: [] }, fields)).toBe(true);
  expect(isChanged({ ...draft, solution: { value: "s", label: "renamed" } }, fields)).toBe(false);
});

test("another solution has no mapping yet; another datasource keeps the literals", () => {
  const draft = draftOf(fields);
  expect(withSolution(draft, { value: "t", label: "Other" })).toMatchObject({ version: null, mapping: [] });
  expect(withSolution(draft, { value: "s", label: "Consumer credit" })).toBe(draft);
  expect(withDatasource(draft, { value: "e", label: "other" })).toMatchObject({ mapping: [literal], carry: null });
});

test("it executes only with a valid solution, a datasource with records, and fields that fit", () => {
  const draft = draftOf(fields);
  const ready = { draft, isValid: true, isDatasourceReady: true, wrong: 0 };
  expect(whyNotExecute(ready)).toBeUndefined();
  expect(whyNotExecute({ ...ready, draft: { ...draft, solution: null } })).toBe("Choose a solution to execute");
  expect(whyNotExecute({ ...ready, isValid: false })).toBe(invalidSolution);
  expect(whyNotExecute({ ...ready, draft: { ...draft, datasource: null } })).toBe("Choose a datasource to execute");
  expect(whyNotExecute({ ...ready, isDatasourceReady: false })).toBe("The datasource has no records yet");
  expect(whyNotExecute({ ...ready, wrong: 1 })).toBe("Correct 1 field to execute");
  expect(whyNotExecute({ ...ready, wrong: 2 })).toBe("Correct 2 fields to execute");
  expect(whyNotExecute({ ...ready, isValid: undefined })).toBe("Loading the experiment");
});
