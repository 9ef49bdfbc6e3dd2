import { describe, expect, test } from "vitest";
import { sampleDocument } from "../testing/sample-flow.ts";
import { completeReference } from "./complete-reference.ts";
import { tryJsonPath } from "./try-json-path.ts";

const document = sampleDocument();

describe("completion", () => {
  /** `|` marks the caret. */
  const complete = (text: string) => completeReference(document, text.replace("|", ""), text.indexOf("|"));
  const names = (text: string) => complete(text)?.options.map((option) => option.text);

  test("offers fields inside of a reference, and nothing elsewhere", () => {
    expect(names("https://x/${runtime.|")).toEqual(["${runtime.ratio}", "${runtime.total}", "${runtime.result}"]);
    expect(names("${runtime.re|")).toEqual(["${runtime.result}"]);
    expect(names("${application.in|")).toEqual(["${application.income}"]);
    expect(names("${app|")).toEqual(["${application.age}", "${application.income}", "${application.debts}", "${application.purpose}"]);
    expect(names("$|")).toHaveLength(7);
    expect(names("${inc|")).toEqual(["${application.income}"]);
    expect(complete("https://x/|")).toBeUndefined();
    expect(complete("${application.age}|")).toBeUndefined();
  });

  test("offers the organisation's secrets by name", () => {
    const offered = (text: string) =>
      completeReference(document, text.replace("|", ""), text.indexOf("|"), ["ApiKey", "Bureau"])?.options.map((option) => option.text);
    expect(offered("Bearer ${secret.|")).toEqual(["${secret.ApiKey}", "${secret.Bureau}"]);
    expect(offered("Bearer ${secret.bu|")).toEqual(["${secret.Bureau}"]);
    expect(offered("Bearer ${api|")).toEqual(["${secret.ApiKey}"]);
    expect(offered("${runtime.re|")).toEqual(["${runtime.result}"]);
  });

  test("replaces what was typed, and the rest of a reference that is being changed", () => {
    expect(complete("a ${runtime.to|")).toMatchObject({ from: 2, to: 14 });
    expect(complete("a ${runtime.to|tal} b")).toMatchObject({ from: 2, to: 18 });
  });
});

describe("a query tried on a mock response", () => {
  const sample = '{"report":{"score":640,"name":"A","items":[{"v":"2.5"}],"ok":true,"none":null}}';

  test("finds what the field would take", () => {
    expect(tryJsonPath(sample, "$.report.score", "Integer")).toEqual({ ok: true, found: 640, value: 640 });
    expect(tryJsonPath(sample, "report.items[0].v", "Float")).toEqual({ ok: true, found: "2.5", value: 2.5 });
    expect(tryJsonPath(sample, "$.report.ok", "String")).toEqual({ ok: true, found: true, value: "true" });
    expect(tryJsonPath(sample, "$.report.none", "Float")).toMatchObject({ ok: true, value: undefined });
    expect(tryJsonPath(sample, "$.report.constructor", "String")).toMatchObject({ ok: true, value: undefined });
    expect(tryJsonPath(sample, "$.report.items.length", "Integer")).toMatchObject({ ok: true, value: undefined });
  });

  test("says what is in the way", () => {
    expect(tryJsonPath(sample, "$..x", "Float")).toMatchObject({ ok: false, problem: expect.stringMatching(/^This query/) });
    expect(tryJsonPath("{", "$.x", "Float")).toEqual({ ok: false, problem: "The mock response is not JSON." });
    expect(tryJsonPath(sample, "$.report.name", "Float")).toEqual({
      ok: false,
      problem: 'The mock response has "A" there, but the field takes a number.',
    });
    expect(tryJsonPath(sample, "$.report", "String")).toMatchObject({ ok: false });
    expect(tryJsonPath('{"a":1.5}', "$.a", "Integer")).toMatchObject({ ok: false });
  });
});
