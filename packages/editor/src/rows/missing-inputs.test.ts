import type { DatasetField } from "@airlock/flow";
import { expect, it } from "vitest";
import { withMissingInputs } from "./missing-inputs.ts";

const field = (key: string, name: string): DatasetField => ({ key, name, type: "Float", required: false });
const application = [field("f1", "Net income"), field("f2", "age"), field("f3", "Score")];

it("adds what is missing, with the field that is usual, that has its name or nearly so", () => {
  const given = { name: "age", datasource: "Runtime" as const, fieldKey: "r1" };
  const inputs = [
    { name: "age", usual: "" },
    { name: "net_income", usual: "" },
    { name: "bureau", usual: "Score" },
    { name: "region", usual: "Gone" },
  ];
  expect(withMissingInputs([given], inputs, application)).toEqual([
    given,
    { name: "net_income", datasource: "Application", fieldKey: "f1" },
    { name: "bureau", datasource: "Application", fieldKey: "f3" },
    { name: "region", datasource: "Application", fieldKey: "" },
  ]);
});

it("adds nothing where nothing is missing", () => {
  const rows = [{ name: "age", datasource: "Application" as const, fieldKey: "f2" }];
  expect(withMissingInputs(rows, [{ name: "age", usual: "" }], application)).toEqual(rows);
});
