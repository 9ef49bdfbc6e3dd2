import { describe, expect, it } from "vitest";
import { firstRunSteps, isFirstRun, type Facts } from "./first-run-steps.ts";

const now = new Date("2026-11-17T12:00:00Z");
const solution = { webSafeString: "s1", name: "Personal loan", createdDate: "2026-11-17T11:00:00Z" };
const version = { versionName: "v1", solutionName: "Personal loan", createdDate: "2026-11-17T11:30:00Z" };
const execution = { started: "2026-11-17T11:40:00Z" };
const none: Facts = { marks: {} };
const done = (facts: Facts) => firstRunSteps(facts).flatMap(({ name, isDone }) => (isDone ? [name] : []));

describe("steps of the first run", () => {
  it("are done by what happened, in any order", () => {
    expect(done(none)).toEqual([]);
    expect(done({ ...none, solution })).toEqual(["Draw"]);
    expect(done({ solution, version, execution, marks: {} })).toEqual(["Draw", "Release", "Call"]);
    expect(done({ ...none, marks: { tested: "2026-11-17T11:10:00Z", watched: "2026-11-17T11:20:00Z" } })).toEqual(["Test", "Watch"]);
  });

  it("say what happened and when", () => {
    const texts = firstRunSteps({ solution, version, execution, marks: {} }).map(({ text, date }) => [text, date]);
    expect(texts[0]).toEqual(["Personal loan", solution.createdDate]);
    expect(texts[2]).toEqual(["v1 of Personal loan", version.createdDate]);
    expect(texts[3]).toEqual(["A decision was made", execution.started]);
  });
});

describe("the first run", () => {
  it.each<[string, Facts, boolean]>([
    ["an empty organisation", none, true],
    ["one that drew its first solution", { ...none, solution }, true],
    ["one that hid the list", { ...none, marks: { isHidden: true } }, false],
    ["one whose first solution is old", { ...none, solution: { ...solution, createdDate: "2026-10-01T00:00:00Z" } }, false],
    ["one that decides already, of which this browser did nothing", { solution, version, execution, marks: {} }, false],
    ["one whose first decision is to be looked at", { solution, version, execution, marks: { tested: "2026-11-17T11:10:00Z" } }, true],
    [
      "one that did everything",
      { solution, version, execution, marks: { tested: "2026-11-17T11:10:00Z", watched: "2026-11-17T11:40:00Z" } },
      false,
    ],
  ])("of %s", (_what, facts, isShown) => {
    expect(isFirstRun(facts, now)).toBe(isShown);
  });
});
