import { expect, test } from "vitest";
import { documentOf } from "../document/flow-document.ts";
import { workbench } from "../testing/workbench.ts";
import { blocked, brokers, postcodes } from "../testing/lists.ts";
import { completeFormula } from "./complete-formula.ts";

const definition = workbench();
const both = { key: "k_both", name: "score", type: "Float", required: false } as const;
const document = documentOf({
  ...definition,
  applicationDatasetFields: [
    { key: "a1", name: "date_of_birth", type: "Date", required: false },
    { key: "a2", name: "net income", type: "Float", required: false },
    both,
  ],
  runtimeDatasetFields: [{ key: "r1", name: "days_in_job", type: "Integer", required: false }, both],
});

const labels = (text: string): readonly string[] => completeFormula(document, text, text.length)?.options.map(({ label }) => label) ?? [];
const texts = (text: string): readonly string[] => completeFormula(document, text, text.length)?.options.map((one) => one.text) ?? [];

test("names that begin with what is typed come first, those that have it in them after", () => {
  expect(labels("max(0, da").slice(0, 5)).toEqual(["date_of_birth", "days_in_job", "date(text)", "day(date)", "daysBetween(from, to)"]);
  expect(labels("max(0, da")).toContain("today()");
  expect(labels("DATE_OF")).toEqual(["date_of_birth"]);
  expect(completeFormula(document, "max(0, da", 9)?.from).toBe(7);
});

test("a name that both datasets have is written with its dataset, and one with a space in brackets", () => {
  expect(texts("sco")).toEqual(["application.score", "runtime.score"]);
  expect(texts("net")).toEqual(["[net income]"]);
  expect(texts("[net i")).toEqual(["[net income]"]);
  expect(texts("runtime.")).toEqual(["runtime.days_in_job", "runtime.score"]);
});

test("nothing is offered inside a text or a number", () => {
  expect(completeFormula(document, 'lower("da', 9)).toBeUndefined();
  expect(completeFormula(document, 'lower("a ""da', 13)).toBeUndefined();
  expect(completeFormula(document, "1 + 25", 6)).toBeUndefined();
  expect(labels('"NL" = da')).toContain("date_of_birth");
});

const lists = [blocked, postcodes, brokers];
const namedAt = (text: string, caret = text.length) => completeFormula(document, text, caret, lists);

test("lists are offered where a call names one, inside quotes or before them", () => {
  expect(namedAt('inList(net, "')?.options.map((one) => one.text)).toEqual(['"Blocked"', '"Postcode risk"', '"Brokers"']);
  expect(namedAt('inList(net, "ro')?.options.map(({ label, type }) => [label, type])).toEqual([["Brokers", "Integer"]]);
  expect(namedAt("lookup([net income], po")).toMatchObject({ from: 21, to: 23, options: [{ text: '"Postcode risk"', kind: "list" }] });
  expect(namedAt("inList(ne")?.options[0]).toMatchObject({ label: "net income" });
});

test("the columns of the named list are offered as the third argument", () => {
  expect(namedAt('lookup(net, "Postcode risk", "')?.options.map(({ label, type }) => [label, type])).toEqual([
    ["risk_band", "String"],
    ["uplift", "Float"],
  ]);
  expect(namedAt('lookup(net, "Nowhere", "')?.options).toEqual([]);
});

test("a completed name takes the quote that closes it along", () => {
  const text = 'inList(net, "Bl") and true';
  expect(namedAt(text, 15)).toMatchObject({ from: 12, to: 16 });
  expect(namedAt('inList(net, "Bl', 15)).toMatchObject({ from: 12, to: 15 });
});
