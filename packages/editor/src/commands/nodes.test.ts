import { kinds, type FlowLink } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import type { FlowDocument } from "../document/flow-document.ts";
import { selectionOf } from "../selection/selection.ts";
import { reasonOf, run, sampleDocument } from "../testing/sample-flow.ts";
import * as commands from "./index.ts";

const document = sampleDocument();
const nameOf = (command: commands.Command, on: FlowDocument = document): string => {
  const executed = command(on);
  return executed.ok ? executed.name : executed.refusal.reason;
};
const ends = (link: FlowLink | undefined): string => `${link?.source} ${link?.sourcePort} ${link?.target} ${link?.targetPort}`;

describe("adding nodes", () => {
  test("a dropped node is placed 50 px up and left of the pointer, on the grid, with its kind's defaults", () => {
    expect(commands.droppedAt({ x: 330, y: 210 })).toEqual({ x: 275, y: 150 });
    const added = run(document, commands.addNode({ kind: "WebCall", id: "w", x: 61, y: -12 }));
    expect(added.nodes.get("w")).toMatchObject({ x: 50, y: 0, method: "GET", label: "Web call", color: kinds.WebCall.defaultColor });
    expect(nameOf(commands.addNode({ kind: "WebCall", id: "w", x: 0, y: 0 }))).toBe("Add Web call");
  });

  test("there is one Start", () => {
    expect(reasonOf(document, commands.addNode({ kind: "Start", id: "s", x: 0, y: 0 }))).toMatch(/^There is a Start already/);
  });

  test("the next node is linked, and placed right of the node, below those that follow it and on no other", () => {
    const place = commands.nextPlace(document, document.nodes.get("afford") ?? fail(), "SetState");
    expect(place).toEqual({ x: 1000, y: 400 });
    const first = commands.nextPlace(document, document.nodes.get("decline") ?? fail(), "SetState");
    expect(first).toEqual({ x: 1750, y: 300 });
    const crowded = run(document, commands.addNode({ kind: "End", id: "e", x: 1025, y: 425 }));
    expect(commands.nextPlace(crowded, document.nodes.get("afford") ?? fail(), "SetState")).toEqual({ x: 1000, y: 525 });
    const added = run(document, commands.addLinkedNode("afford", { kind: "SetState", id: "s", ...place }, "l"));
    expect(ends(added.links.get("l"))).toBe("afford afford-out s s-in");
    expect(nameOf(commands.addLinkedNode("end", { kind: "SetState", id: "s", x: 0, y: 0 }, "l"))).toMatch(/^No link can leave End/);
  });

  test("into a link: conditions stay on the way to it, and what is behind moves over where room is short", () => {
    const added = run(document, commands.addNodeIntoLink({ kind: "SetState", id: "s", linkId: "l8", newLinkId: "l" }));
    expect(added.links.get("l8")).toMatchObject({ target: "s", conditionFields: document.links.get("l8")?.conditionFields });
    expect(ends(added.links.get("l"))).toBe("s s-out decline decline-in");
    expect(added.nodes.get("decline")?.x).toBe(1650);
    expect(added.nodes.get("end")?.x).toBe(1900);
    expect(added.nodes.get("verdict")).toBe(document.nodes.get("verdict"));
    expect(added.nodes.get("s")).toMatchObject({ x: 1450, y: 150 });
    expect(nameOf(commands.addNodeIntoLink({ kind: "SetState", id: "s", linkId: "l8", newLinkId: "l" }))).toBe(
      "Add Set State into Verdict to Decline",
    );
    expect(nameOf(commands.addNodeIntoLink({ kind: "End", id: "s", linkId: "l8", newLinkId: "l" }))).toMatch(/leave End/);
  });

  test("into a link moves nothing that is drawn before it", () => {
    const back = run(document, commands.placeNodes("Place", new Map([["end", { x: 100, y: 500 }]])));
    const added = run(back, commands.addNodeIntoLink({ kind: "SetState", id: "s", linkId: "l8", newLinkId: "l" }));
    expect(added.nodes.get("end")).toMatchObject({ x: 100, y: 500 });
  });
});

describe("moving", () => {
  test("snaps the first node to the grid and keeps relative positions", () => {
    const off = run(document, commands.placeNodes("Place", new Map([["zero", { x: 260, y: 200 }]])));
    const moved = run(off, commands.moveNodes(["burden", "zero"], { x: 13, y: 37 }));
    expect([moved.nodes.get("burden"), moved.nodes.get("zero")]).toMatchObject([
      { x: 1025, y: 125 },
      { x: 285, y: 225 },
    ]);
  });

  test("an arrow goes one grid on, or onto the grid", () => {
    const off = run(document, commands.placeNodes("Place", new Map([["zero", { x: 260, y: 200 }]])));
    expect(run(off, commands.nudgeNodes(["zero"], "right")).nodes.get("zero")?.x).toBe(275);
    expect(run(off, commands.nudgeNodes(["zero"], "left")).nodes.get("zero")?.x).toBe(250);
    expect(run(off, commands.nudgeNodes(["zero"], "down", 4)).nodes.get("zero")).toMatchObject({ x: 260, y: 300 });
  });

  test("is refused beyond the canvas", () => {
    expect(reasonOf(document, commands.moveNodes(["zero"], { x: 2_000_000, y: 0 }))).toMatch(/outside the canvas/);
  });
});

describe("deleting", () => {
  test("deletes the attached links and has a readable name", () => {
    const deleted = run(document, commands.deleteSelection(selectionOf(["burden"])));
    expect(deleted.links.toArray().map((link) => link.id)).not.toContain("l4");
    expect(deleted.links.size).toBe(8);
    expect(nameOf(commands.deleteSelection(selectionOf(["burden"])))).toBe("Delete Range Score (Debt burden)");
    expect(nameOf(commands.deleteSelection(selectionOf(["burden", "zero"], ["l9"])))).toBe("Delete 2 nodes and 1 link");
    expect(nameOf(commands.deleteSelection(selectionOf([], ["l9"])))).toBe("Delete link (Verdict to End)");
  });

  test("Start stays, alone and among others", () => {
    expect(reasonOf(document, commands.deleteSelection(selectionOf(["start"])))).toBe(
      "Start cannot be deleted: every decision begins there.",
    );
    const all = run(document, commands.deleteSelection(selectionOf(document.nodes.toArray().map((node) => node.id))));
    expect(all.nodes.toArray().map((node) => node.id)).toEqual(["start"]);
    expect(reasonOf(document, commands.deleteSelection(selectionOf([])))).toBe("Nothing selected.");
  });

  test("a node can be taken out of the path", () => {
    const out = run(document, commands.dissolveNode("zero"));
    expect(ends(out.links.get("l1"))).toBe("start start-out minimum minimum-in");
    expect(out.links.has("l2")).toBe(false);
  });
});

function fail(): never {
  throw new Error("the sample lacks a node");
}
