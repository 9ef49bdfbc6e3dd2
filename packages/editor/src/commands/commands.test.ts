import { kinds, referencesToNames, validate, type FlowLink } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { putNodes } from "../document/edit-document.ts";
import { fieldNameIn } from "../document/fields-of.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { fieldUses } from "../fields/field-uses.ts";
import { retypeBreaks } from "../fields/retype-breaks.ts";
import { selectionOf } from "../selection/selection.ts";
import { Editor } from "../session/editor.ts";
import { workbench } from "../testing/workbench.ts";
import { counter, emptyDocument, reasonOf, run, sampleDocument } from "../testing/sample-flow.ts";
import * as commands from "./index.ts";

const document = sampleDocument();
const nameOf = (command: commands.Command, on: FlowDocument = document): string => {
  const executed = command(on);
  return executed.ok ? executed.name : executed.refusal.reason;
};
const ends = (link: FlowLink | undefined): string => `${link?.source} ${link?.sourcePort} ${link?.target} ${link?.targetPort}`;

describe("adding nodes", () => {
  test("a dropped node stands 50 px up and left of the pointer, on the grid, with its kind's defaults", () => {
    expect(commands.droppedAt({ x: 330, y: 210 })).toEqual({ x: 275, y: 150 });
    const added = run(document, commands.addNode({ kind: "WebCall", id: "w", x: 61, y: -12 }));
    expect(added.nodes.get("w")).toMatchObject({ x: 50, y: 0, method: "GET", label: "Web call", color: kinds.WebCall.defaultColor });
    expect(nameOf(commands.addNode({ kind: "WebCall", id: "w", x: 0, y: 0 }))).toBe("Add Web call");
  });

  test("there is one Start", () => {
    expect(reasonOf(document, commands.addNode({ kind: "Start", id: "s", x: 0, y: 0 }))).toMatch(/^There is a Start already/);
  });

  test("the next node is linked, and stands right of the node, below those that follow it and on no other", () => {
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
  test("keeps to the grid by the first node and keeps how nodes stand to each other", () => {
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
    expect(reasonOf(document, commands.moveNodes(["zero"], { x: 2_000_000, y: 0 }))).toMatch(/further out/);
  });
});

describe("properties", () => {
  test("name and colour; Start has none", () => {
    expect(nameOf(commands.renameNode("burden", "Debts"))).toBe("Rename Debt burden to Debts");
    expect(run(document, commands.renameNode("burden", "")).nodes.get("burden")?.label).toBe("");
    expect(reasonOf(document, commands.renameNode("start", "Begin"))).toBe("Start has no properties to change.");
    expect(run(document, commands.recolourNodes(["burden"], "#00C0ff")).nodes.get("burden")?.color).toBe("rgb(0,192,255)");
    expect(reasonOf(document, commands.recolourNodes(["burden"], "url(evil)"))).toMatch(/^Enter a colour/);
    expect(reasonOf(document, commands.recolourNodes(["burden"], "rgb(0,0,256)"))).toMatch(/^Enter a colour/);
    expect(reasonOf(document, commands.renameNode("burden", "x".repeat(201)))).toBe("This takes at most 200 characters.");
  });

  test("a field must be one of the kind's; a number must be one; a choice one of the choices", () => {
    expect(reasonOf(document, commands.changeNode("afford", "Calculation", { resultField: "result" }))).toBe(
      "result is a String field. Choose an Integer or a Float field.",
    );
    expect(reasonOf(document, commands.changeNode("burden", "RangeScore", { defaultScore: "many" }))).toMatch(/^Enter a number/);
    expect(reasonOf(document, commands.changeNode("burden", "Calculation", { resultField: "" }))).toBe(
      "This can be done with Calculation only.",
    );
    const called = run(document, commands.addNode({ kind: "WebCall", id: "w", x: 0, y: 0 }));
    expect(reasonOf(called, commands.changeNode("w", "WebCall", { timeoutMillis: 0 }))).toBe("Enter a whole number from 1 to 60,000.");
    expect(reasonOf(called, commands.changeNode("w", "WebCall", { method: "PATCH" as "GET" }))).toBe(
      "Choose one of GET, POST, PUT, DELETE.",
    );
  });

  test("another source for the scored field lets go of a field that is not there", () => {
    const changed = run(document, commands.changeNode("purposes", "ListScore", { scoredDatasource: "Runtime" }));
    expect(changed.nodes.get("purposes")).toMatchObject({ scoredDatasource: "Runtime", scoredField: "" });
  });

  test("references are typed by name and kept by key; unknown ones are called unknown", () => {
    const added = run(
      document,
      commands.addField("Application", { key: "f7", name: "city" }),
      commands.addNode({ kind: "WebCall", id: "w", x: 0, y: 0 }),
    );
    const typed = run(added, commands.changeNode("w", "WebCall", { url: "https://example.com/${application.city}/${runtime.nothing}" }));
    expect(typed.nodes.get("w")).toMatchObject({ url: "https://example.com/${application.f7}/${runtime.unknown}" });
    const renamed = run(typed, commands.renameField("Application", "f7", "town"));
    const node = renamed.nodes.get("w");
    expect(node?.type === "WebCall" && referencesToNames(node.url, fieldNameIn(renamed))).toBe(
      "https://example.com/${application.town}/${runtime.unknown}",
    );
    const headed = run(
      added,
      commands.addRow({ node: "w" }, "headers", "", { value: "${application.city}" }),
      commands.addRow({ node: "w" }, "headers", ""),
    );
    expect(headed.nodes.get("w")).toMatchObject({
      headers: [
        { key: "new", value: "${application.f7}" },
        { key: "new1", value: "" },
      ],
    });
  });
});

describe("conditions and setters", () => {
  const owner = { node: "minimum" };
  const condition = (on: FlowDocument) => {
    const node = on.nodes.get("minimum");
    return node?.type === "EasyRule" ? node.conditionFields[0] : undefined;
  };

  test("another field brings its type; what no longer fits is emptied", () => {
    const changed = run(document, commands.changeRow(owner, "conditionFields", 0, { leftHandFieldname: "purpose" }));
    expect(condition(changed)).toMatchObject({ leftHandType: "String", operator: "==", rightHandFieldname: "18" });
    const back = run(
      changed,
      commands.changeRow(owner, "conditionFields", 0, { rightHandFieldname: "car" }),
      commands.changeRow(owner, "conditionFields", 0, { leftHandFieldname: "age" }),
    );
    expect(condition(back)).toMatchObject({ leftHandType: "Integer", operator: "==", rightHandFieldname: "" });
  });

  test("a new condition asks the field of the one before it, joined as that one is", () => {
    const before = { conditionalOperator: "||", leftHandDatasource: "Application", leftHandFieldname: "income" } as const;
    const grown = run(
      document,
      commands.addRow(owner, "conditionFields", "", before),
      commands.changeRow(owner, "conditionFields", 1, { operator: ">=", rightHandFieldname: "50" }),
      commands.addRow(owner, "conditionFields", ""),
    ).nodes.get("minimum");
    const added = grown?.type === "EasyRule" ? grown.conditionFields[2] : undefined;
    expect(added).toEqual({ ...before, leftHandType: "Float", operator: ">=", rightHandDatasource: "Literal", rightHandFieldname: "" });
  });

  test("another source empties what was chosen from the first", () => {
    const right = run(document, commands.changeRow(owner, "conditionFields", 0, { rightHandDatasource: "Application" }));
    expect(condition(right)).toMatchObject({ rightHandDatasource: "Application", rightHandFieldname: "" });
    const left = run(document, commands.changeRow(owner, "conditionFields", 0, { leftHandDatasource: "Runtime" }));
    expect(condition(left)).toMatchObject({ leftHandDatasource: "Runtime", leftHandFieldname: "" });
  });

  test("a literal follows the field's type as it is typed", () => {
    const type = (text: string) => reasonOf(document, commands.changeRow(owner, "conditionFields", 0, { rightHandFieldname: text }));
    expect(["-", "-1", "18", ""].map(type)).toEqual(["", "", "", ""]);
    expect(["1.5", "a", "1 ", "--1"].map(type)).toEqual(Array.from({ length: 4 }, () => "Enter a whole number, like 18 or -2."));
  });

  test("Strings have no order; an Integer meets Integers alone", () => {
    const text = run(document, commands.changeRow(owner, "conditionFields", 0, { leftHandFieldname: "purpose" }));
    expect(reasonOf(text, commands.changeRow(owner, "conditionFields", 0, { operator: "<" }))).toBe(
      "String fields allow only ==, !=, in, not in, in list, not in list, contains, starts with and is missing.",
    );
    expect(reasonOf(document, commands.changeRow(owner, "thenFields", 0, { operator: "+=" }))).toBe("String fields allow only =.");
    const field = commands.changeRow(owner, "conditionFields", 0, { rightHandDatasource: "Application", rightHandFieldname: "income" });
    expect(reasonOf(document, field)).toBe("income is a Float field. Choose an Integer field.");
  });

  test("another operator takes what was typed along, and keeps nothing that it does not look at", () => {
    const changed = (...changes: readonly object[]) =>
      condition(run(document, ...changes.map((one) => commands.changeRow(owner, "conditionFields", 0, one))));
    expect(changed({ operator: ">=" }, { rightHandFieldname: "18" }, { operator: "between" })).toMatchObject({
      rightHandFieldname: "",
      rightHandValues: ["18", ""],
    });
    expect(changed({ operator: "between" }, { rightHandValues: ["21", "65"] }, { operator: "<" })).toMatchObject({
      rightHandFieldname: "21",
    });
    const missing = changed({ rightHandFieldname: "18" }, { operator: "is missing" });
    expect(missing).toMatchObject({ rightHandDatasource: "Literal", rightHandFieldname: "" });
    expect(missing).not.toHaveProperty("rightHandValues");
    const listed = changed({ leftHandFieldname: "purpose" }, { operator: "==" }, { rightHandFieldname: "boat" }, { operator: "in" });
    expect(listed).toMatchObject({ operator: "in", rightHandFieldname: "", rightHandValues: ["boat"] });
    // Another field of another type does not know the operator, and the list does not fit it.
    const other = changed(
      { leftHandFieldname: "purpose" },
      { operator: "in" },
      { rightHandValues: ["boat"] },
      { leftHandFieldname: "age" },
    );
    expect(other).toMatchObject({ operator: "==", leftHandType: "Integer", rightHandFieldname: "" });
    expect(
      reasonOf(document, commands.changeRow(owner, "conditionFields", 0, { operator: "between", rightHandValues: ["x", "y"] })),
    ).not.toBe("");
  });

  test("rows are added, moved and deleted, and the list has an end", () => {
    const two = run(document, commands.addRow(owner, "conditionFields", "", { leftHandFieldname: "income", conditionalOperator: "||" }));
    expect(nameOf(commands.addRow(owner, "conditionFields", ""))).toBe("Add condition to Minimum age");
    const moved = run(two, commands.moveRow(owner, "conditionFields", 1, 0));
    expect(condition(moved)?.leftHandFieldname).toBe("income");
    expect(condition(run(moved, commands.removeRow(owner, "conditionFields", 0)))?.leftHandFieldname).toBe("age");
    expect(reasonOf(document, commands.removeRow(owner, "conditionFields", 5))).toBe("This row no longer exists.");
    expect(reasonOf(document, commands.removeRow(owner, "ranges", 0))).toBe("There is no such list here.");
    const full = Array.from({ length: 200 }, () => commands.addRow(owner, "thenFields", ""));
    expect(() => run(document, ...full)).toThrow("There are at most 200 rows here.");
  });
});

describe("calculations", () => {
  const owner = { node: "afford" };
  const levels = (on: FlowDocument) => {
    const node = on.nodes.get("afford");
    return node?.type === "Calculation" ? node.calculations.map((item) => item.level) : [];
  };
  const four = run(document, commands.addRow(owner, "calculations", ""), commands.addRow(owner, "calculations", ""));

  test("only items after the second can be deleted", () => {
    expect(reasonOf(four, commands.removeRow(owner, "calculations", 1))).toBe("A calculation keeps its first two items.");
    expect(levels(run(four, commands.removeRow(owner, "calculations", 2)))).toHaveLength(3);
  });

  test("levels stay below the number of items minus two, also after one was deleted", () => {
    expect(reasonOf(document, commands.indentItem("afford", 0))).toBe("There are not enough items for more parentheses.");
    const deep = run(four, commands.indentItem("afford", 2), commands.indentItem("afford", 2), commands.indentItem("afford", 3));
    expect(levels(deep)).toEqual([0, 0, 2, 1]);
    expect(reasonOf(deep, commands.indentItem("afford", 2))).toBe("There are not enough items for more parentheses.");
    expect(levels(run(deep, commands.removeRow(owner, "calculations", 3)))).toEqual([0, 0, 1]);
    expect(levels(run(deep, commands.outdentItem("afford", 3)))).toEqual([0, 0, 2, 0]);
    expect(reasonOf(deep, commands.outdentItem("afford", 0))).toBe("This item is not in parentheses.");
  });

  test("only numbers take part", () => {
    expect(reasonOf(document, commands.changeRow(owner, "calculations", 0, { fieldKey: "purpose" }))).toMatch(/^purpose is a String field/);
    const literal = run(document, commands.changeRow(owner, "calculations", 0, { datasource: "Literal" }));
    expect(reasonOf(literal, commands.changeRow(owner, "calculations", 0, { fieldKey: "01" }))).toMatch(/^Enter a number/);
  });
});

describe("scores", () => {
  test("a new band begins where the last one ends, [ and )", () => {
    const added = run(
      document,
      commands.changeRow({ node: "burden" }, "ranges", 1, { rangeTo: "0.6" }),
      commands.addRow({ node: "burden" }, "ranges", "r3"),
    );
    const node = added.nodes.get("burden");
    expect(node?.type === "RangeScore" && node.ranges[2]).toEqual({
      id: "r3",
      rangeFromIncludeExclude: "[",
      rangeFrom: "0.6",
      rangeTo: "",
      rangeToIncludeExclude: ")",
      score: "",
      reasonCode: "",
    });
  });

  test("points, bounds and list scores are numbers; a list value is typed as the scored field", () => {
    expect(reasonOf(document, commands.changeRow({ node: "burden" }, "ranges", 0, { score: "x" }))).toMatch(/^Enter a number/);
    expect(reasonOf(document, commands.changeRow({ node: "purposes" }, "values", 0, { score: "x" }))).toMatch(/^Enter a number/);
    const byAge = run(document, commands.changeNode("purposes", "ListScore", { scoredField: "age" }));
    expect(reasonOf(byAge, commands.changeRow({ node: "purposes" }, "values", 0, { value: "boat" }))).toMatch(/^Enter a whole number/);
  });

  test("a table of a spreadsheet replaces or follows what is there, all of it or nothing", () => {
    const table = { text: "from\tto\tpoints\n\t10\t5\n10\t\t7", newId: counter("b"), mode: "replace" } as const;
    const pasted = run(document, commands.pasteScoreTable("burden", table)).nodes.get("burden");
    expect(pasted?.type === "RangeScore" && pasted.ranges.map((row) => `${row.rangeFrom}-${row.rangeTo}: ${row.score}`)).toEqual([
      "-10: 5",
      "10-: 7",
    ]);
    const appended = run(
      document,
      commands.pasteScoreTable("purposes", { text: "boat;3\nhouse;9", newId: counter("v"), mode: "append" }),
    ).nodes.get("purposes");
    expect(appended?.type === "ListScore" && appended.values.map((row) => row.value)).toEqual(["car", "boat", "house"]);
    expect(nameOf(commands.pasteScoreTable("burden", table))).toBe("Paste 2 bands into Debt burden");
    expect(reasonOf(document, commands.pasteScoreTable("burden", { ...table, text: "1\t2\tmany" }))).toBe(
      "Row 1 of the table cannot be read: 'many' is not a number of points.",
    );
    expect(reasonOf(document, commands.pasteScoreTable("afford", table))).toMatch(/Range Score and List Score only/);

    const halfRead = { ...table, text: "0\t10\t5\n10\tmany\t6\n20\t30\t7", unreadable: "leaveOut" } as const;
    const rest = run(document, commands.pasteScoreTable("burden", halfRead)).nodes.get("burden");
    expect(rest?.type === "RangeScore" && rest.ranges.map((row) => row.score)).toEqual(["5", "7"]);
    expect(reasonOf(document, commands.pasteScoreTable("burden", { ...halfRead, text: "a\tb\tc" }))).toBe("There is no table to paste.");
  });

  test("before a table is pasted, each line says what it would become, by the rules of the scored field too", () => {
    const byAge = run(document, commands.changeNode("purposes", "ListScore", { scoredField: "age" }));
    const node = byAge.nodes.get("purposes");
    const preview = node && commands.previewScoreTable(byAge, node, "values", "18\t5\nboat\t3", counter("v"));
    expect(preview?.ok && preview.rows.map(({ row, problem }) => problem ?? row?.value)).toEqual([
      "18",
      "Enter a whole number, like 18 or -2.",
    ]);
  });
});

describe("links", () => {
  test("directions, loops and doubles are refused with the reason", () => {
    const refused = (source: string, target: string) => reasonOf(document, commands.addLink("x", source, target));
    expect(refused("zero", "start")).toBe("No link can lead into Start: the decision begins there.");
    expect(refused("end", "zero")).toBe("No link can leave End: the decision ends there.");
    expect(refused("zero", "zero")).toBe("Begin cannot be linked to itself: the decision would never end.");
    expect(refused("verdict", "zero")).toBe("A path leads from Begin to Verdict already; with this link the decision would never end.");
    expect(refused("start", "zero")).toBe("Start is linked to Begin already. Put more conditions on that link instead.");
    expect(refused("start", "nobody")).toBe("This node no longer exists.");
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
    const asked = run(marked, commands.addRow({ link: "l8" }, "conditionFields", ""));
    expect(asked.links.get("l8")?.otherwise).toBe(false);
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

describe("deleting", () => {
  test("takes the attached links along and is named as people read it", () => {
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

describe("data fields", () => {
  test("are pasted as one step; those that are there already stay as they are", () => {
    const pasted = run(emptyDocument(), commands.pasteFields("Runtime", "total\tInteger\nresult", counter("k")));
    expect(pasted.runtimeFields.map(({ name, type }) => `${name} ${type}`)).toEqual(["total Integer", "result String"]);
    const again = run(pasted, commands.pasteFields("Runtime", '{"total": 0.5, "ratio": 0.5}', counter("m")));
    expect(again.runtimeFields.map(({ name, type }) => `${name} ${type}`)).toEqual(["total Integer", "result String", "ratio Float"]);
    expect(reasonOf(again, commands.pasteFields("Runtime", "total\nresult", counter("n")))).toContain("There is no new field");
  });

  test("are added with a free name, renamed everywhere, and keep their keys", () => {
    const two = run(emptyDocument(), commands.addField("Application", { key: "a" }), commands.addField("Application", { key: "b" }));
    expect(two.applicationFields.map((field) => field.name)).toEqual(["field", "field_2"]);
    expect(reasonOf(two, commands.addField("Application", { key: "a" }))).toBe("A field with this key exists already.");
    const renamed = run(document, commands.renameField("Application", "age", "years"));
    expect(renamed.testData[0]).toEqual({ name: "years", value: "34" });
    expect(renamed.nodes).toBe(document.nodes);
    expect(validate(definitionOf(renamed))).toEqual([]);
    expect(nameOf(commands.renameField("Application", "age", "years"))).toBe("Rename field age to years");
    expect(reasonOf(document, commands.renameField("Application", "age", "income"))).toBe("Another field here is called income.");
    expect(reasonOf(document, commands.renameField("Application", "age", "net income"))).toBe("Use letters, digits and underscores only.");
    expect(reasonOf(document, commands.renameField("Application", "age", "unknown"))).toMatch(/^unknown stands for/);
  });

  test("deleting says beforehand where a field is used", () => {
    expect(fieldUses(document, "Runtime", "total").map((use) => `${use.title}: ${use.where}`)).toEqual([
      "Begin: total = 0",
      "Debt burden: as result",
      "Loan purpose: as result",
      "Verdict: total >= 30",
      "Verdict to Decline: total < 30",
    ]);
    expect(fieldUses(document, "Application", "debts").map((use) => use.where)).toEqual(["item 1 of 2"]);
    const deleted = run(document, commands.deleteField("Application", "age"));
    expect(deleted.testData.map((value) => value.name)).toEqual(["income"]);
    expect(validate(definitionOf(deleted)).map((finding) => finding.code)).toEqual(["FIELD_UNKNOWN"]);
  });

  test("another type says beforehand what breaks, and reaches the conditions and setters that hold it", () => {
    expect(retypeBreaks(document, "Application", "age", "String").map((finding) => finding.code)).toEqual(["OPERATOR_NOT_FOR_STRING"]);
    expect(retypeBreaks(document, "Application", "age", "Float")).toEqual([]);
    const retyped = run(document, commands.retypeField("Runtime", "total", "Integer"));
    expect(retyped.links.get("l8")?.conditionFields[0]?.leftHandType).toBe("Integer");
    expect(retyped.nodes.get("zero")).toMatchObject({ setFields: [{ leftHandType: "Integer" }] });
    expect(retyped.nodes.get("verdict")).toMatchObject({ conditionFields: [{ leftHandType: "Integer" }] });
    expect(retyped.nodes.get("burden")).toBe(document.nodes.get("burden"));
  });

  test("change places, and are required or not", () => {
    expect(run(document, commands.moveField("Application", "age", 2)).applicationFields.map((field) => field.key)).toEqual([
      "income",
      "debts",
      "age",
      "purpose",
    ]);
    expect(run(document, commands.requireField("Application", "age", true)).applicationFields[0]?.required).toBe(true);
  });

  test("values to try it with are typed as their fields", () => {
    expect(reasonOf(document, commands.setTestValue("age", "x"))).toMatch(/whole number/);
    expect(run(document, commands.setTestValue("purpose", "car")).testData).toContainEqual({ name: "purpose", value: "car" });
    expect(run(document, commands.removeTestValue(0)).testData.map((value) => value.name)).toEqual(["income"]);
    const replaced = run(
      document,
      commands.replaceTestData(
        [
          { name: "age", value: "5" },
          { name: "gone", value: "1" },
          { name: "income", value: "x" },
        ],
        "Use case 1",
      ),
    );
    expect(replaced.testData).toEqual([{ name: "age", value: "5" }]);
  });
});

describe("whole definitions and several at once", () => {
  test("a whole definition takes the place of another as one step; the same one is no step", () => {
    expect(run(document, commands.replaceDefinition(definitionOf(emptyDocument()), "Restore")).nodes.size).toBe(1);
    expect(run(document, commands.replaceDefinition(structuredClone(definitionOf(document)), "Restore"))).toBe(document);
  });

  test("combined commands happen together or not at all", () => {
    const both = commands.combine("Both", [commands.renameNode("zero", "A"), commands.renameNode("start", "B")]);
    expect(reasonOf(document, both)).toMatch(/^Start has no properties/);
    expect(nameOf(commands.combine("Both", [commands.renameNode("zero", "A"), commands.renameNode("burden", "B")]))).toBe("Both");
  });

  test("a rule becomes a Set State in its place", () => {
    const turned = run(document, commands.ruleToSetState("minimum"));
    expect(turned.nodes.get("minimum")).toMatchObject({
      type: "SetState",
      label: "Minimum age",
      x: 500,
      color: kinds.SetState.defaultColor,
    });
    expect(validate(definitionOf(turned)).filter((finding) => finding.level === "error")).toEqual([]);
  });

  test("a rule that takes the first branch that holds still does as a Set State", () => {
    const rule = document.nodes.get("minimum") ?? fail();
    const first = putNodes(document, [{ ...rule, branches: "first" }]);
    expect(run(first, commands.ruleToSetState("minimum")).nodes.get("minimum")?.branches).toBe("first");
  });
});

function fail(): never {
  throw new Error("the sample lacks a node");
}

test("properties that may be left out are left out of a node again", () => {
  const editor = new Editor(workbench());
  const saved = editor.definition;
  editor.execute(commands.changeNode("call", "WebCall", { ifFails: "continue" }));
  editor.execute(commands.changeNode("call", "WebCall", { failedField: "f_points" }));
  editor.execute(commands.changeRow({ node: "call" }, "responseMapping", 0, { defaultValue: "600" }));
  expect(editor.state.document.nodes.get("call")).toMatchObject({
    ifFails: "continue",
    failedField: "f_points",
    responseMapping: [{ defaultValue: "600" }],
  });
  editor.execute(commands.changeNode("call", "WebCall", { ifFails: "fail", failedField: "" }));
  editor.execute(commands.changeRow({ node: "call" }, "responseMapping", 0, { defaultValue: "" }));
  expect(editor.definition).toEqual(saved);
  expect(editor.isDirty).toBe(false);
});
