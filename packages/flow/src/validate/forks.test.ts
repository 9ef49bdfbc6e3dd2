import { describe, expect, it } from "vitest";
import type { Branches } from "../node-parts.ts";
import { draw, node, set, type Drawing } from "../testing/draw.ts";
import { validate } from "./validate.ts";

const fields = { application: { age: "Integer!" }, runtime: { result: "String", total: "Integer", note: "String" } } as const;
const sets = (id: string, ...setters: readonly string[]) => node("SetState", id, { setFields: setters.map((text) => set(text)) });
const ends = [node("End", "approved"), node("End", "referred"), node("End", "declined")];

/** Codes with the node or link they are about, of a drawing over the fields above. */
function found(drawing: Drawing): readonly string[] {
  return validate(draw({ ...fields, ...drawing })).map(({ code, nodeId, linkId }) => `${code} ${nodeId ?? linkId ?? ""}`);
}

/** The second drawing of a designer's first day: 105 points approved and referred. */
function totals(branches: Branches, second = "total -> refer: total >= 50"): Drawing {
  return {
    nodes: [
      { ...sets("total", "total = 105"), branches },
      sets("approve", "result = Approve"),
      sets("refer", "result = Refer"),
      sets("low", "result = Decline"),
    ],
    links: [
      "start -> total",
      "total -> approve: total >= 80",
      second,
      "total -> low: otherwise",
      "approve -> end",
      "refer -> end",
      "low -> end",
    ],
  };
}

describe("forks", () => {
  it("whose conditions overlap are reported when both branches set a field, and are fine when the first is taken", () => {
    expect(found(totals("all"))).toEqual(["FORK_OVERLAP total"]);
    expect(found(totals("first"))).toEqual([]);
  });

  it("whose conditions exclude each other are fine", () => {
    expect(found(totals("all", "total -> refer: total >= 50 && total < 80"))).toEqual([]);
  });

  it("with an unconditional link beside conditional ones are reported in either mode", () => {
    const hardStops = (branches: Branches): Drawing => ({
      nodes: [{ ...sets("stops", "result = Decline"), branches }, sets("check", "result = Refer"), ...ends],
      links: ["start -> stops", "stops -> declined: age < 18", "stops -> check", "check -> referred"],
    });
    expect(found(hardStops("all"))).toContain("FORK_PLAIN_LINK stops");
    expect(found(hardStops("first"))).toContain("FORK_PLAIN_LINK stops");
  });

  it("that overlap and only add to a field are how scores are summed", () => {
    const adding = (first: string): Drawing => ({
      nodes: [sets("begin", "total = 0"), sets("x", first), sets("y", "total += 2")],
      links: ["start -> begin", "begin -> x: age > 18", "begin -> y: age > 21", "begin -> end: otherwise", "x -> end", "y -> end"],
    });
    expect(found(adding("total += 1"))).toEqual([]);
    expect(found(adding("total = 1"))).toEqual(["FORK_OVERLAP begin"]);
  });

  it("that overlap and set different fields are fine until they reach different Ends", () => {
    const parted = (to: string): Drawing => ({
      nodes: [sets("x", "note = a"), sets("y", "result = b"), ...ends],
      links: ["start -> x: age > 18", "start -> y: age > 21", "start -> declined: otherwise", "x -> approved", `y -> ${to}`],
    });
    expect(found(parted("referred"))).toContain("FORK_OVERLAP start");
    expect(found(parted("approved"))).not.toContain("FORK_OVERLAP start");
  });

  it("without conditions may run in parallel, and are reported when they reach different Ends", () => {
    const beside = (to: string): Drawing => ({
      nodes: [sets("x", "note = a"), sets("y", "result = b"), ...ends],
      links: ["start -> x", "start -> y", "x -> approved", `y -> ${to}`],
    });
    expect(found(beside("approved")).filter((code) => code.startsWith("ENDS"))).toEqual([]);
    expect(found(beside("referred"))).toContain("ENDS_TOGETHER start");
  });

  it("that take the first warn of a branch that is never taken because of earlier branches", () => {
    expect(found(totals("first", "total -> refer: total > 90"))).toEqual(["LINK_NEVER_TAKEN link2"]);
    expect(found(totals("all", "total -> refer: total > 90"))).toEqual(["FORK_OVERLAP total"]);
  });

  it("that take the first give a field no value from a second branch with the same conditions", () => {
    const twice = (branches: Branches): Drawing => ({
      nodes: [{ ...sets("begin", "note = a"), branches }, sets("x", "result = x"), sets("y", "total = 1"), sets("join", "total += 1")],
      links: [
        "start -> begin",
        "begin -> x: age > 18",
        "begin -> y: age > 18",
        "begin -> y: otherwise",
        "x -> join",
        "y -> join",
        "join -> end",
      ],
    });
    expect(found(twice("all"))).toEqual([]);
    expect(found(twice("first"))).toContain("FIELD_MAY_BE_MISSING join");
  });
});
