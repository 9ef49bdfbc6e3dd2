import { expect, test } from "vitest";
import { draw, node } from "../testing/draw.ts";
import { postcodes } from "../testing/lists.ts";
import { counter } from "../testing/sample-flow.ts";
import { readColumns, unreadColumns } from "./lookup-columns.ts";

const list = {
  ...postcodes,
  columns: [...postcodes.columns, { name: "city", type: "String" }, { name: "rank", type: "Integer" }] as const,
};
const lookup = node("Lookup", "lookup", { list: list.name, lookupOutputs: [{ column: "risk_band", resultField: "city" }] });
const document = draw({
  runtime: { city: "String", uplift: "String", rank: "Float" },
  nodes: [lookup],
  links: ["start -> lookup", "lookup -> end"],
  lists: [list],
});

test("columns that are not read yet go into fields of their name that fit and are free, and into new ones", () => {
  const columns = unreadColumns(lookup, list);
  expect(columns.map(({ name }) => name)).toEqual(["uplift", "city", "rank"]);
  const executed = readColumns(lookup, columns, counter("f"))(document);
  if (!executed.ok) throw new Error(executed.refusal.reason);
  expect(executed.name).toBe("Read the columns in lookup");
  // uplift is a String, and city is set by another output.
  expect(executed.document.runtimeFields.slice(3).map(({ name, type }) => [name, type])).toEqual([
    ["uplift_2", "Float"],
    ["city_2", "String"],
  ]);
  const after = executed.document.nodes.get("lookup");
  expect(after?.type === "Lookup" && after.lookupOutputs).toEqual([
    { column: "risk_band", resultField: "city" },
    { column: "uplift", resultField: "f1" },
    { column: "city", resultField: "f2" },
    { column: "rank", resultField: "rank" },
  ]);
  expect(after?.type === "Lookup" && unreadColumns(after, list)).toEqual([]);
});

test("without a list there are no columns", () => {
  expect(unreadColumns(lookup, undefined)).toEqual([]);
});
