import { describe, expect, test } from "vitest";
import { setBranches } from "../commands/branches.ts";
import { moveLink } from "../commands/links.ts";
import { addRow, changeRow } from "../commands/rows.ts";
import { forkSentence } from "../summary/fork-sentence.ts";
import { run, sampleDocument } from "../testing/sample-flow.ts";
import { branchResults } from "../trace/branch-results.ts";
import type { FlowDocument } from "./flow-document.ts";
import { forkOf, modeShown, orderOf } from "./fork.ts";
import { linksOf } from "./links-of.ts";

/** Verdict leads to Decline when total < 30, and to End when age < 18. */
const two = run(
  sampleDocument(),
  addRow({ link: "l9" }, "conditionFields", "", { leftHandFieldname: "age", operator: "<" }),
  changeRow({ link: "l9" }, "conditionFields", 0, { rightHandFieldname: "18" }),
);
const orders = (document: FlowDocument) => linksOf(document, "verdict").outgoing.map((link) => orderOf(document, link));

describe("a fork", () => {
  test("is a node with conditions on its links; its mode and order show where they make a difference", () => {
    expect(forkOf(sampleDocument(), "afford")).toBeUndefined();
    expect(modeShown(sampleDocument(), "verdict")).toBeUndefined();
    const first = run(two, setBranches("verdict", "first"));
    expect([modeShown(first, "verdict"), orders(first)]).toEqual(["first", [1, 2]]);
    const all = run(two, setBranches("verdict", "all"));
    expect([modeShown(all, "verdict"), orders(all)]).toEqual(["all", [undefined, undefined]]);
    expect(orderOf(run(first, moveLink("l9", 0)), two.links.get("l9") ?? fail())).toBe(1);
  });

  test("reads as a sentence", () => {
    const sentence = (document: FlowDocument) =>
      forkSentence(document, forkOf(document, "verdict") ?? fail())
        .map(({ lead, text }) => `${lead} ${text}`)
        .join(" ");
    expect(sentence(sampleDocument())).toBe("If total < 30, go to Decline. Otherwise go to End.");
    expect(sentence(run(two, setBranches("verdict", "first")))).toBe("If total < 30, go to Decline. Else if age < 18, go to End.");
    expect(sentence(run(two, setBranches("verdict", "all")))).toBe("If total < 30, go to Decline. Also if age < 18, go to End.");
  });

  test("says of a run which branch was taken and which was not checked", () => {
    const results = (mode: "first" | "all", age: number, total: number) => {
      const document = run(two, setBranches("verdict", mode));
      const found = branchResults(document, forkOf(document, "verdict") ?? fail(), { application: { age }, runtime: { total } });
      return [...found.values()].map(({ text }) => text);
    };
    expect(results("first", 16, 10)).toEqual(["Held: total was 10", "Not checked: an earlier branch was taken"]);
    expect(results("all", 16, 10)).toEqual(["Held: total was 10", "Held: age was 16"]);
    expect(results("first", 34, 50)).toEqual(["Did not hold: total was 50", "Did not hold: age was 34"]);
    const fork = forkOf(sampleDocument(), "verdict") ?? fail();
    const otherwise = (total: number) => branchResults(sampleDocument(), fork, { application: {}, runtime: { total } }).get("l9");
    expect(otherwise(50)).toMatchObject({ taken: true, text: "Taken in the last run" });
    expect(otherwise(10)).toMatchObject({ taken: false, text: "Not taken: a branch held" });
  });

  test("with a list on a branch, says what was taken only where the run reports it", () => {
    const onList = (mode: "first" | "all") =>
      run(
        two,
        changeRow({ link: "l9" }, "conditionFields", 0, { leftHandFieldname: "purpose" }),
        changeRow({ link: "l9" }, "conditionFields", 0, { operator: "in list", rightHandFieldname: "Risky" }),
        moveLink("l9", 0),
        setBranches("verdict", mode),
      );
    const results = (mode: "first" | "all", linksTaken?: readonly string[]) => {
      const document = onList(mode);
      const taken = linksTaken === undefined ? {} : { linksTaken: new Set(linksTaken) };
      const values = { application: { purpose: "boat" }, runtime: { total: 10 }, ...taken };
      return Object.fromEntries(
        [...branchResults(document, forkOf(document, "verdict") ?? fail(), values)].map(([id, one]) => [id, one.taken]),
      );
    };
    expect(results("first")).toEqual({ l9: undefined, l8: undefined });
    expect(results("all")).toEqual({ l9: undefined, l8: true });
    expect(results("first", ["l9"])).toEqual({ l9: true, l8: false });
    expect(results("first", ["l8"])).toEqual({ l9: false, l8: true });
    const plain = run(onList("first"), changeRow({ link: "l8" }, "conditionFields", 0, { rightHandFieldname: "5" }));
    expect(branchResults(plain, forkOf(plain, "verdict") ?? fail(), { application: {}, runtime: { total: 10 } }).get("l9")).toMatchObject({
      taken: false,
      text: "Did not hold: purpose was missing",
    });
  });
});

function fail(): never {
  throw new Error("There is no fork.");
}
