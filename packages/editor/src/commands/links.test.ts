import type { FlowLink } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { reasonOf, run, sampleDocument } from "../testing/sample-flow.ts";
import * as commands from "./index.ts";

const document = sampleDocument();
const nameOf = (command: commands.Command, on: FlowDocument = document): string => {
  const executed = command(on);
  return executed.ok ? executed.name : executed.refusal.reason;
};
const ends = (link: FlowLink | undefined): string => `${link?.source} ${link?.sourcePort} ${link?.target} ${link?.targetPort}`;

describe("links", () => {
  test("directions, loops and doubles are refused with the reason", () => {
    const refused = (source: string, target: string) => reasonOf(document, commands.addLink("x", source, target));
    expect(refused("zero", "start")).toBe("No link can lead into Start: the decision begins there.");
    expect(refused("end", "zero")).toBe("No link can leave End: the decision ends there.");
    expect(refused("zero", "zero")).toBe("Begin cannot be linked to itself: the decision would never end.");
    expect(refused("verdict", "zero")).toBe("A path leads from Begin to Verdict already; with this link the decision would never end.");
    expect(refused("start", "zero")).toBe("Start is linked to Begin already. Put more conditions on that link instead.");
    expect(refused("start", "gone")).toBe("This node no longer exists.");
    expect(nameOf(commands.addLink("x", "start", "afford"))).toBe("Link Start to Affordability");
  });

  test("a link gets another end and keeps its conditions, and may stay where it is", () => {
    const relinked = run(document, commands.relink("l8", { source: "burden" }));
    expect(ends(relinked.links.get("l8"))).toBe("burden burden-out decline decline-in");
    expect(relinked.links.get("l8")?.conditionFields).toBe(document.links.get("l8")?.conditionFields);
    expect(run(document, commands.relink("l8", { target: "decline" }))).toBe(document);
    expect(reasonOf(document, commands.relink("l8", { target: "end" }))).toMatch(/^Verdict is linked to End already/);
    expect(reasonOf(document, commands.relink("l10", { target: "zero" }))).toMatch(/would never end/);
  });

  test("otherwise and conditions exclude each other", () => {
    const marked = run(document, commands.markOtherwise("l8", true));
    expect(marked.links.get("l8")).toMatchObject({ otherwise: true, conditionFields: [] });
    const conditional = run(marked, commands.addRow({ link: "l8" }, "conditionFields", ""));
    expect(conditional.links.get("l8")?.otherwise).toBe(false);
  });

  test("the first condition out of a node makes a fork that takes the first that holds; forks from before keep all", () => {
    const fork = run(document, commands.addRow({ link: "l2" }, "conditionFields", ""));
    expect(fork.nodes.get(fork.links.get("l2")?.source ?? "")?.branches).toBe("first");
    const old = run(document, commands.setBranches("verdict", "all"));
    const grown = run(old, commands.addRow({ link: "l8" }, "conditionFields", ""));
    expect(grown.nodes.get("verdict")).not.toHaveProperty("branches");
  });

  test("a link drawn beside links with conditions starts as otherwise, others start as always taken", () => {
    const more = run(document, commands.addNode({ kind: "SetState", id: "s", x: 0, y: 0 }));
    expect(run(more, commands.addLink("new", "verdict", "s")).links.get("new")).toMatchObject({ otherwise: true, conditionFields: [] });
    expect(run(more, commands.addLink("new", "afford", "s")).links.get("new")?.otherwise).toBe(false);
    const added = run(document, commands.addLinkedNode("verdict", { kind: "SetState", id: "s", x: 0, y: 0 }, "new"));
    expect(added.links.get("new")?.otherwise).toBe(true);
  });

  test("how a node branches is chosen, named and kept when a rule becomes a Set State", () => {
    const first = run(document, commands.setBranches("minimum", "first"));
    expect(first.nodes.get("minimum")?.branches).toBe("first");
    expect(run(first, commands.ruleToSetState("minimum")).nodes.get("minimum")?.branches).toBe("first");
    expect(run(first, commands.setBranches("minimum", "all")).nodes.get("minimum")).toEqual(document.nodes.get("minimum"));
    expect(nameOf(commands.setBranches("minimum", "first"))).toBe("Take the first branch that holds at Minimum age");
    expect(nameOf(commands.setBranches("minimum", "all"), first)).toBe("Take all branches that hold at Minimum age");
  });

  test("links of a node change places among themselves", () => {
    const order = (on: FlowDocument) => linksOf(on, "afford").outgoing.map((link) => link.id);
    const turned = run(document, commands.moveLink("l5", 0));
    expect(order(turned)).toEqual(["l5", "l4"]);
    expect(order(run(turned, commands.moveLink("l5", 1)))).toEqual(["l4", "l5"]);
    expect(turned.links.toArray().map((link) => link.id)).toEqual(["l1", "l2", "l3", "l5", "l4", "l6", "l7", "l8", "l9", "l10"]);
  });
});
