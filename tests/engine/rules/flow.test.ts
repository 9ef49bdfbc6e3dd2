import { behaviourOf, compileFrozen, currentBehaviour, evaluate, readInput, supportedBehaviours } from "@airlock/engine";
import { describe, expect, it } from "vitest";
import { build, end, rule, state, takingFirst, type Draft } from "../build.ts";
import { decide, findingsOf, inARow } from "../decide.ts";

/** A split by `amount` with the given links out of `first`. */
const split = (links: readonly string[]): Draft => ({
  application: { amount: "Integer" },
  runtime: { a: "Integer", b: "Integer", c: "Integer" },
  nodes: [state("first", "a = 0", "b = 0", "c = 0"), state("x", "a = 1"), state("y", "b = 1"), state("z", "c = 1"), end("end")],
  links: ["start > first", ...links, "x > end", "y > end", "z > end"],
});
/** The same, where only the first link whose conditions hold is taken. */
const splitFirst = (links: readonly string[]): Draft => {
  const draft = split(links);
  return { ...draft, nodes: draft.nodes.map((make, index) => (index === 0 ? takingFirst(make) : make)) };
};
const taken = (draft: Draft, amount: number | undefined): readonly string[] => {
  const { runtimeData } = decide(draft, { amount });
  return Object.entries(runtimeData).flatMap(([name, value]) => (value === 1 ? [name] : []));
};

describe("flow", () => {
  it("[FL1] a definition with an error does not compile, with the reason; one with a warning does", () => {
    const loop: Draft = {
      runtime: { a: "Integer" },
      nodes: [state("x", "a = 1"), state("y", "a = 2"), end("end")],
      links: ["start > x", "x > y", "y > x", "x > end"],
    };
    expect(findingsOf(build(loop))).toContain("LOOP");
    const deadEnd: Draft = {
      runtime: { a: "Integer" },
      nodes: [state("x", "a = 1"), state("y", "a = 2"), end("end")],
      links: ["start > x", "x > y", "x > end"],
    };
    expect(findingsOf(build(deadEnd))).toEqual([]);
  });

  it("[FL1] a behaviour that this engine does not know is refused", () => {
    const flow = build(inARow({ runtime: { a: "Integer" }, nodes: [state("x", "a = 1")] }));
    expect(findingsOf(flow, 1)).toEqual([]);
    expect(findingsOf(flow, currentBehaviour + 1)).toEqual(["UNKNOWN_BEHAVIOUR"]);
  });

  it("[FL8] a frozen version runs with its own behaviour and is not validated again", () => {
    const flow = build({
      application: { amount: "Integer" },
      runtime: { a: "Integer" },
      nodes: [state("x", "a = 1"), end("end")],
      links: ["start > x if amount > 1", "start > end otherwise", "x > end"],
    });
    const [holds, otherwise, ...rest] = flow.solutionDefinition.links;
    if (holds === undefined || otherwise === undefined) throw new Error("The flow has three links.");
    // An error of the validator that the program does not depend on, like a rule of a later release.
    const links = [holds, { ...otherwise, conditionFields: holds.conditionFields }, ...rest];
    const refused = { ...flow, solutionDefinition: { ...flow.solutionDefinition, links } };
    expect(findingsOf(refused)).not.toEqual([]);
    expect(compileFrozen(refused, currentBehaviour).ok).toBe(true);
    expect(compileFrozen(flow, currentBehaviour + 1)).toMatchObject({ ok: false, findings: [{ code: "UNKNOWN_BEHAVIOUR" }] });
    expect(supportedBehaviours).toContain(currentBehaviour);
  });

  it("[FL2] a join runs once, after all of its predecessors, if at least one link to it was taken", () => {
    const draft: Draft = {
      application: { amount: "Integer" },
      runtime: { n: "Integer" },
      nodes: [state("first", "n = 0"), state("x", "n += 1"), state("y", "n += 10"), state("join", "n += 100"), end("end")],
      links: ["start > first", "first > x if amount > 0", "first > y if amount > 10", "x > join", "y > join", "join > end"],
    };
    expect(decide(draft, { amount: 20 }).runtimeData).toMatchObject({ n: 111 });
    expect(decide(draft, { amount: 5 }).runtimeData).toMatchObject({ n: 101 });
    expect(decide(draft, { amount: 0 }).runtimeData).toMatchObject({ n: 0 });
  });

  it("[FL2] no node waits for one that cannot be reached", () => {
    const draft: Draft = {
      runtime: { n: "Integer" },
      nodes: [state("x", "n = 1"), state("lost", "n = 9"), end("end")],
      links: ["start > x", "lost > end", "x > end", "lost > x"],
    };
    const { runtimeData, executionEvents } = decide(draft);
    expect(runtimeData).toMatchObject({ n: 1 });
    expect(executionEvents.map(({ id }) => id)).toEqual(["start", "start", "x", "x", "end", "end"]);
  });

  it("[FL3] every link whose condition holds is taken, and one without conditions always", () => {
    const draft = split(["first > x if amount > 0", "first > y if amount > 10", "first > z"]);
    expect(taken(draft, 20)).toEqual(["a", "b", "c"]);
    expect(taken(draft, 5)).toEqual(["a", "c"]);
    expect(taken(draft, -1)).toEqual(["c"]);
  });

  it("[FL3] the conditions of a node's links all see the values after the node, not the effects of siblings", () => {
    const draft: Draft = {
      runtime: { a: "Integer", b: "Integer" },
      nodes: [state("first", "a = 1", "b = 0"), state("x", "a = 2"), state("y", "b = 1"), end("end")],
      links: ["start > first", "first > x if a == 1", "first > y if a == 1", "x > end", "y > end"],
    };
    expect(decide(draft).runtimeData).toMatchObject({ a: 2, b: 1 });
  });

  it("[FL4] otherwise is taken when no sibling with conditions is", () => {
    const draft = split(["first > x if amount > 0", "first > y if amount > 10", "first > z otherwise"]);
    expect(taken(draft, 20)).toEqual(["a", "b"]);
    expect(taken(draft, 5)).toEqual(["a"]);
    expect(taken(draft, 0)).toEqual(["c"]);
    expect(taken(draft, undefined)).toEqual(["c"]);
  });

  it("[FL4] a sibling without conditions is taken in addition to otherwise and does not count", () => {
    const draft = split(["first > x if amount > 0", "first > y", "first > z otherwise"]);
    expect(taken(draft, 5)).toEqual(["a", "b"]);
    expect(taken(draft, 0)).toEqual(["b", "c"]);
  });

  it("[FL4] several otherwise links are taken together, and always if no sibling has conditions", () => {
    expect(taken(split(["first > x if amount > 0", "first > y otherwise", "first > z otherwise"]), 0)).toEqual(["b", "c"]);
    expect(taken(split(["first > x if amount > 0", "first > y otherwise", "first > z otherwise"]), 1)).toEqual(["a"]);
    expect(taken(split(["first > x", "first > y otherwise", "first > z if amount > 10"]), 0)).toEqual(["a", "b"]);
    expect(taken(split(["first > x", "first > y otherwise", "x > z"]), 0)).toEqual(["a", "b", "c"]);
  });

  it("[FL4] conditions on an otherwise link are refused", () => {
    const flow = build(split(["first > x if amount > 0", "first > y otherwise", "first > z"]));
    const links = flow.solutionDefinition.links.map((link) =>
      link.otherwise ? { ...link, conditionFields: flow.solutionDefinition.links[1]?.conditionFields ?? [] } : link,
    );
    expect(findingsOf({ ...flow, solutionDefinition: { ...flow.solutionDefinition, links } })).toEqual(["OTHERWISE_WITH_CONDITIONS"]);
  });

  it("[FL9] with first, only the first link in the order of the definition whose conditions hold is taken", () => {
    const draft = splitFirst(["first > x if amount > 0", "first > y if amount > 10", "first > z otherwise"]);
    expect(taken(draft, 20)).toEqual(["a"]);
    expect(taken(draft, 0)).toEqual(["c"]);
    expect(taken(draft, undefined)).toEqual(["c"]);
    const swapped = splitFirst(["first > y if amount > 10", "first > x if amount > 0", "first > z otherwise"]);
    expect(taken(swapped, 20)).toEqual(["b"]);
    expect(taken(swapped, 5)).toEqual(["a"]);
  });

  it("[FL9] with first, links without conditions are taken in addition and several otherwise links are taken together", () => {
    const beside = splitFirst(["first > z", "first > x if amount > 0", "first > y if amount > 0"]);
    expect(taken(beside, 5)).toEqual(["a", "c"]);
    expect(taken(beside, 0)).toEqual(["c"]);
    const otherwise = splitFirst(["first > y otherwise", "first > x if amount > 0", "first > z otherwise"]);
    expect(taken(otherwise, 5)).toEqual(["a"]);
    expect(taken(otherwise, 0)).toEqual(["b", "c"]);
  });

  it("[FL9] first is behaviour 2; in behaviour 1 all that hold are taken", () => {
    const links = ["first > x if amount > 0", "first > y if amount > 10", "first > z otherwise"];
    const flow = build(splitFirst(links));
    expect([behaviourOf(flow), behaviourOf(build(split(links)))]).toEqual([2, 1]);
    const compiled = compileFrozen(flow, 1);
    if (!compiled.ok) throw new Error("It compiles.");
    const input = readInput(compiled.plan, { amount: 20 });
    if (!input.ok) throw new Error("It is read.");
    expect(evaluate(compiled.plan, input.input).runtimeData).toMatchObject({ a: 1, b: 1, c: 0 });
  });

  it("[FL5] nodes after a node that does not run do not run either", () => {
    const draft: Draft = {
      application: { amount: "Integer" },
      runtime: { n: "Integer" },
      nodes: [state("first", "n = 0"), state("x", "n += 1"), state("y", "n += 10"), state("z", "n += 100"), end("end")],
      links: ["start > first", "first > x if amount > 0", "x > y", "y > z if n > 0", "z > end", "first > end"],
    };
    expect(decide(draft, { amount: 0 }).runtimeData).toMatchObject({ n: 0 });
    expect(decide(draft, { amount: 1 }).runtimeData).toMatchObject({ n: 111 });
    expect(decide(draft, { amount: 0 }).linksTaken).toEqual(["l0", "l5"]);
  });

  it("[FL6] a path that stops completes the run, and several Ends may be reached", () => {
    const draft: Draft = {
      application: { amount: "Integer" },
      runtime: { n: "Integer" },
      nodes: [state("x", "n = 1"), end("one"), end("two")],
      links: ["start > x", "x > one if amount > 0", "x > two if amount > 10"],
    };
    expect(decide(draft, { amount: 0 })).toMatchObject({ status: "completed", linksTaken: ["l0"] });
    expect(decide(draft, { amount: 11 }).executionEvents.map(({ id }) => id)).toContain("two");
    expect(decide(draft, { amount: 11 })).toMatchObject({ status: "completed", linksTaken: ["l0", "l1", "l2"] });
  });

  it("[FL7] an Easy Rule sets its fields when it holds and is left in either case", () => {
    const draft = inARow({
      application: { age: "Integer" },
      runtime: { n: "Integer", m: "Integer" },
      nodes: [state("first", "n = 0", "m = 0"), rule("r", "age < 18", "n = 1", "m += 2"), state("after", "m += 10")],
    });
    expect(decide(draft, { age: 17 }).runtimeData).toMatchObject({ n: 1, m: 12 });
    expect(decide(draft, { age: 18 }).runtimeData).toMatchObject({ n: 0, m: 10 });
  });
});

describe("order", () => {
  // b and c wait for the same number of links; which of them runs first shows in the last value of n.
  const last = (links: readonly string[]): unknown =>
    decide({
      runtime: { n: "Integer" },
      nodes: [state("a", "n = 1"), state("c", "n = 3"), state("b", "n = 2"), state("d", "n = 4"), end("end")],
      links: ["start > a", ...links],
    }).runtimeData["n"];

  it("[OR1] ties are broken by the order of links, not of nodes", () => {
    expect(last(["a > b", "a > c", "b > end", "c > end"])).toBe(3);
    expect(last(["a > c", "a > b", "b > end", "c > end"])).toBe(2);
  });

  it("[OR1] a node is queued when the last of its incoming links was processed", () => {
    // d depends on b alone, c on a and b: c is queued first through a's link only if b's link to it comes before b's link to d.
    expect(last(["a > b", "a > c", "b > c", "b > d", "c > end", "d > end"])).toBe(4);
    expect(last(["a > b", "a > c", "b > d", "b > c", "c > end", "d > end"])).toBe(3);
  });

  it("[OR1] links out of unreachable nodes are not waited for", () => {
    expect(last(["a > b", "c > b", "b > end"])).toBe(2);
  });

  it("[OR2] a later node of another branch sees what one branch sets", () => {
    const draft: Draft = {
      runtime: { n: "Integer", m: "Integer" },
      nodes: [state("a", "n = 1", "m = 0"), state("b", "n = 5"), state("c", "m = n"), end("end")],
      links: ["start > a", "a > b", "a > c", "b > end", "c > end"],
    };
    expect(decide(draft).runtimeData).toMatchObject({ n: 5, m: 5 });
  });
});
