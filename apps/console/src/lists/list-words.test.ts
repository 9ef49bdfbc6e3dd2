import type { ListUseFields } from "@airlock/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { changesText, keySentence, momentText, periodText, solutionUses, pinText, valueText } from "./list-words.ts";

beforeAll(() => void vi.stubEnv("TZ", "Europe/Amsterdam"));
afterAll(() => void vi.unstubAllEnvs());

test("changes name what there is of each", () => {
  expect(changesText({ added: 1, changed: 2, removed: 0 })).toBe("1 added, 2 changed");
  expect(changesText({ added: 0, changed: 0, removed: 1200 })).toBe("1,200 removed");
  expect(changesText({ added: 0, changed: 0, removed: 0 })).toBe("");
});

test("the head says what a key returns", () => {
  const draft = { rows: 4072, added: 0, changed: 0, removed: 0, revision: 1 };
  expect(keySentence({ columns: [{ name: "a", type: "String" }], draft })).toBe("returns 1 column. 4,072 rows.");
  expect(keySentence({ columns: [], draft: { ...draft, rows: 1 } })).toBe("1 row.");
});

test("a version that begins with a day shows no time", () => {
  expect(momentText("2026-09-30T22:00:00Z")).toBe("1 Oct 2026");
  expect(momentText("2026-09-30T23:30:00Z")).toBe("1 Oct 2026, 01:30");
  const period = { effectiveDate: "2026-03-31T22:00:00Z", endDate: "2026-09-30T22:00:00Z" };
  expect(periodText({ ...period, state: "past" })).toEqual(["1 Apr 2026", "to 1 Oct 2026"]);
  expect(periodText({ ...period, state: "inEffect" })).toEqual(["Since", "1 Apr 2026"]);
  expect(periodText({ ...period, state: "scheduled" })).toEqual(["From", "1 Apr 2026"]);
});

test("a missing value is empty, false is not", () => {
  expect([valueText(null), valueText(false), valueText(0), valueText("x")]).toEqual(["", "false", "0", "x"]);
});

const use = (solutionWss: string, versionWss: string, change: Partial<ListUseFields> = {}): ListUseFields => ({
  solutionWss,
  solutionName: solutionWss,
  versionWss,
  versionName: versionWss,
  isServing: false,
  pinned: null,
  ...change,
});

test("a solution is shown once: by the version that serves, or else by the newest", () => {
  const uses = [use("A", "v1"), use("A", "v2", { isServing: true }), use("A", "v3"), use("B", "v1"), use("B", "v2")];
  expect(solutionUses(uses).map(({ versionWss, others }) => [versionWss, others])).toEqual([
    ["v2", 2],
    ["v2", 1],
  ]);
});

test("a use says whether it follows or pins", () => {
  const inEffect = { number: 7, effectiveDate: "", rows: 1 };
  expect([pinText({ pinned: null }, inEffect), pinText({ pinned: 6 }, inEffect), pinText({ pinned: null }, null)]).toEqual([
    "Follows, now v7",
    "Pinned to v6",
    "Follows, none in effect yet",
  ]);
});
