import { describe, expect, test } from "vitest";
import { nothingText } from "./nothing-text.ts";

type Compared = Parameters<typeof nothingText>[0];

const summary = { compared: 0, changed: 0, differing: 0, unanswered: 0, unreadable: 0, outcomes: [], moves: [], nodes: [], links: [] };
const empty: Compared = {
  status: "done",
  start: "2026-11-09T10:00:00Z",
  end: "2026-11-16T10:00:00Z",
  datasource: null,
  records: "all",
  fieldMapping: [],
  carry: [],
  summary,
};
const applicants = { webSafeString: "d", name: "Applicants", type: "LinkedStorage", importWss: null, recordCount: 0 };

describe("a comparison that compared nothing", () => {
  test.each<[string, Partial<Compared>]>([
    ["No executions in the last 7 days. Nothing was compared.", {}],
    ["No executions in the last day. Nothing was compared.", { start: "2026-11-15T10:00:00Z" }],
    ["Applicants has no records. Nothing was compared.", { start: null, end: null, datasource: applicants }],
    ["None of the 1,200 executions could be compared.", { summary: { ...summary, unanswered: 1000, unreadable: 200 } }],
    [
      "None of the 12 records could be decided.",
      { start: null, end: null, datasource: applicants, summary: { ...summary, unreadable: 12 } },
    ],
    ["The only execution could not be compared.", { summary: { ...summary, unanswered: 1 } }],
  ])("%s", (text, fields) => {
    expect(nothingText({ ...empty, ...fields })).toBe(text);
  });
});

test("a comparison that is running, or compared something, has its figures", () => {
  expect(nothingText({ ...empty, status: "running" })).toBeUndefined();
  expect(nothingText({ ...empty, summary: { ...summary, compared: 1 } })).toBeUndefined();
});
