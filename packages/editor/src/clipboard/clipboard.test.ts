import { emptyDefinition, limits, validate } from "@airlock/flow";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addField, renameField } from "../commands/fields.ts";
import { duplicate, paste } from "../commands/paste.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { everything, selectionOf } from "../selection/selection.ts";
import { brokenRules } from "../testing/broken-rules.ts";
import { draw, node, when } from "../testing/draw.ts";
import { blocked, brokers, postcodes } from "../testing/lists.ts";
import { counter, emptyDocument, reasonOf, run, sampleDocument } from "../testing/sample-flow.ts";
import { clipboardText, readClipboard } from "./clipboard-text.ts";
import type { ClipboardContent } from "./content.ts";
import { copySelection } from "./copy-selection.ts";
import { clipboardFailure, messages } from "./messages.ts";
import { countPaste } from "./paste-counter.ts";

const document = sampleDocument();
const copied = (selection = selectionOf(["afford", "burden"]), solution = "one"): string =>
  clipboardText(copySelection(document, selection, solution));

function contentOf(text: string): ClipboardContent {
  const read = readClipboard(text);
  if (!read.ok) throw new Error(read.message.text);
  return read.content;
}
const pasted = (on: FlowDocument, text: string, count = 1, solution = "two"): FlowDocument =>
  run(on, paste({ content: contentOf(text), count, solution, newId: counter("p") }));

describe("copying", () => {
  test("takes nodes, the links between them and the fields they use; never Start", () => {
    const content = copySelection(document, everything(document), "one");
    expect(content.nodes.map((node) => node.id)).not.toContain("start");
    expect(content.links.map((link) => link.id)).toEqual(["l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9", "l10"]);
    const two = copySelection(document, selectionOf(["afford", "burden"]));
    expect(two.links.map((link) => link.id)).toEqual(["l4"]);
    expect([two.fields.Application.map((field) => field.name), two.fields.Runtime.map((field) => field.name)]).toEqual([
      ["income", "debts"],
      ["ratio", "total"],
    ]);
  });

  test("gives JSON that says what it is", () => {
    expect(JSON.parse(copied())).toMatchObject({ airlock: "selection", version: 1, solution: "one" });
    expect(contentOf(copied())).toEqual(copySelection(document, selectionOf(["afford", "burden"]), "one"));
  });
});

describe("pasting", () => {
  test("makes new ids, offsets by 40 px a time, selects what it pasted and keeps to the rules", () => {
    const content = contentOf(copied());
    const once = paste({ content, count: 1, solution: "one", newId: counter("p") })(document);
    expect(once.ok && once.name).toBe("Paste 2 nodes");
    expect(once.ok && [...(once.select?.nodes ?? [])]).toEqual(["p1", "p2"]);
    expect(once.ok && once.document.nodes.get("p1")).toMatchObject({ x: 790, y: 240, label: "Affordability" });
    expect(once.ok && once.document.links.get("p3")).toMatchObject({
      source: "p1",
      sourcePort: "p1-out",
      target: "p2",
      targetPort: "p2-in",
    });
    const inMiddle = paste({ content, count: 2, at: { x: 2_010, y: 1_005 }, solution: "one", newId: counter("p") })(document);
    const copies = inMiddle.ok ? ["p1", "p2"].flatMap((id) => inMiddle.document.nodes.get(id) ?? []) : [];
    const [first, second] = copies;
    expect((Math.min(...copies.map(({ x }) => x)) + Math.max(...copies.map(({ x }) => x)) + 150) / 2).toBeCloseTo(2_010, -2);
    expect([(first?.x ?? 1) % 25, (first?.y ?? 1) % 25]).toEqual([0, 0]);
    const distance = (document.nodes.get("burden")?.x ?? 0) - (document.nodes.get("afford")?.x ?? 0);
    expect((second?.x ?? 0) - (first?.x ?? 0)).toBe(distance);
    const thrice = paste({ content, count: 3, solution: "one", newId: counter("p") })(document);
    expect(thrice.ok && thrice.document.nodes.get("p1")).toMatchObject({ x: 870, y: 320 });
    expect(once.ok && brokenRules(once.document)).toEqual([]);
  });

  test("brings the lists along that it names, unless the flow has one of that name", () => {
    const lookup = node("Lookup", "lookup", { list: postcodes.name });
    const rule = node("EasyRule", "rule", { conditionFields: [when("country in-list Blocked", "String")] });
    const from = draw({ nodes: [lookup, rule], lists: [blocked, postcodes, brokers] });
    const text = clipboardText(copySelection(from, everything(from), "one"));
    expect(contentOf(text).lists).toEqual([blocked, postcodes]);
    const other = { ...blocked, listId: "list-other" };
    expect(pasted({ ...emptyDocument(), lists: [other] }, text).lists).toEqual([other, postcodes]);
    // Copied by an earlier version.
    const { lists, ...older } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    expect([lists, contentOf(JSON.stringify(older)).lists]).toEqual([[blocked, postcodes], []]);
    const many = Array.from({ length: limits.lists }, (_, index) => ({ ...brokers, listId: `l${index}`, name: `L${index}` }));
    const full = paste({ content: contentOf(text), count: 1, solution: "two", newId: counter("p") });
    expect(reasonOf({ ...emptyDocument(), lists: many }, full)).toBe("A flow uses at most 50 lists.");
  });

  test("brings the versions along that its Sub-flow nodes run, unless the flow has them", () => {
    const version = (versionId: string) => ({
      versionId,
      name: "1.0",
      solutionId: "s",
      solutionName: "Limits",
      behaviour: 1,
      definition: emptyDefinition(),
    });
    const call = node("SubFlow", "call", { versionId: "v1" });
    const from = { ...draw({ nodes: [call] }), subFlows: [version("v1"), version("v2")] };
    const text = clipboardText(copySelection(from, everything(from), "one"));
    expect(contentOf(text).subFlows).toEqual([version("v1")]);
    expect(pasted(emptyDocument(), text).subFlows).toEqual([version("v1")]);
    const known = { ...version("v1"), name: "renamed" };
    expect(pasted({ ...emptyDocument(), subFlows: [known] }, text).subFlows).toEqual([known]);
    const many = Array.from({ length: limits.subFlows }, (_, index) => version(`x${index}`));
    const full = paste({ content: contentOf(text), count: 1, solution: "two", newId: counter("p") });
    expect(reasonOf({ ...emptyDocument(), subFlows: many }, full)).toBe("A flow uses at most 50 versions of other solutions.");
  });

  test("counts how often the same text was pasted", () => {
    const first = countPaste(undefined, "a");
    expect([first.count, countPaste(first, "a").count, countPaste(countPaste(first, "a"), "b").count]).toEqual([1, 2, 1]);
  });

  test("at home a field is itself, whatever it is called by now", () => {
    const renamed = run(document, renameField("Application", "income", "net_income"));
    const after = pasted(renamed, copied(), 1, "one");
    expect(after.applicationFields).toBe(renamed.applicationFields);
    expect(after.nodes.get("p1")).toMatchObject({ calculations: [{ fieldKey: "debts" }, { fieldKey: "income" }] });
  });

  test("elsewhere missing fields are added and those of the same name and type serve", () => {
    const other = run(
      emptyDocument(),
      addField("Application", { key: "k1", name: "income", type: "Float" }),
      addField("Application", { key: "debts", name: "debts", type: "String" }),
    );
    const executed = paste({ content: contentOf(copied()), count: 1, solution: "two", newId: counter("p") })(other);
    expect(executed.ok && executed.name).toBe("Paste 2 nodes and add 3 fields");
    if (!executed.ok) return;
    const { applicationFields, runtimeFields, nodes } = executed.document;
    expect(applicationFields.map(({ name, type }) => `${name} ${type}`)).toEqual(["income Float", "debts String", "debts_2 Float"]);
    expect(runtimeFields.map((field) => field.name)).toEqual(["ratio", "total"]);
    const debts = applicationFields.find((field) => field.name === "debts_2")?.key;
    const [calculation] = nodes.toArray().filter((node) => node.type === "Calculation");
    expect(calculation).toMatchObject({ calculations: [{ fieldKey: debts }, { fieldKey: "k1" }] });
    expect(validate(definitionOf(executed.document)).filter((finding) => finding.code.startsWith("FIELD_U"))).toEqual([]);
  });

  test("a whole flow pasted into an empty solution decides the same once Start is linked", () => {
    const after = pasted(emptyDocument(), copied(everything(document)));
    expect(after.nodes.size).toBe(document.nodes.size);
    expect(after.links.size).toBe(document.links.size - 1);
  });

  test("duplicating does the same within a solution; Start alone is refused", () => {
    const twice = run(document, duplicate(selectionOf(["start", "burden"]), counter("d")));
    expect(twice.nodes.get("d1")).toMatchObject({ type: "RangeScore", x: 1040, y: 140 });
    expect(twice.nodes.size).toBe(document.nodes.size + 1);
    expect(reasonOf(document, duplicate(selectionOf(["start"]), counter()))).toMatch(/^Start cannot be copied/);
  });

  test("is refused past the limits, whole", () => {
    const many = {
      ...contentOf(copied()),
      nodes: Array.from({ length: 2_000 }, (_, index) => ({ ...(contentOf(copied()).nodes[0] ?? fail()), id: `m${index}` })),
    };
    expect(reasonOf(document, paste({ content: many, count: 1, newId: counter() }))).toBe(
      "A solution has at most 2,000 nodes. Split it into smaller ones.",
    );
  });

  test("a text written by hand brings no Start, no loop, no double and no loose link", () => {
    const json = JSON.parse(copied());
    const [link] = json.links;
    json.nodes.push({ id: "start", type: "Start" });
    json.links.push(
      { ...link, id: "back", source: link.target, target: link.source },
      { ...link, id: "again" },
      { ...link, id: "loose", target: "nobody" },
    );
    json.links.push({ ...link, id: "into", source: link.source, target: "start" });
    const after = pasted(emptyDocument(), JSON.stringify(json));
    expect(brokenRules(after)).toEqual([]);
    expect(after.links.size).toBe(1);
  });
});

describe("messages", () => {
  test("are the specification's", () => {
    expect(messages.copied.text).toBe("Selection copied to clipboard.");
    expect(readClipboard(" ")).toEqual({ ok: false, message: { level: "info", text: "No solution content to be pasted" } });
    expect(readClipboard(copied(selectionOf(["start"])))).toMatchObject({ message: { text: "No solution content to be pasted" } });
    expect(readClipboard("{")).toMatchObject({
      message: { title: "Oops", text: "Unable to paste: the clipboard does not hold a copied selection." },
    });
    expect(readClipboard('{"airlock":"selection","version":9}')).toMatchObject({
      message: { title: "Oops", text: expect.stringMatching(/^Unable to paste: .*another version/) },
    });
    expect(readClipboard('{"airlock":"selection","version":1,"nodes":[{"id":"a","type":"Toaster"}]}')).toMatchObject({
      message: { title: "Oops", text: expect.stringMatching(/^Unable to paste: solutionDefinition\.nodes\[0\]\.type/) },
    });
    expect(clipboardFailure(Object.assign(new Error("x"), { name: "NotAllowedError" })).text).toBe("No access to the clipboard allowed");
    expect(clipboardFailure("x")).toMatchObject({ title: "Oops", text: "Unable to paste: the clipboard did not respond." });
  });
});

describe("rubbish", () => {
  const swap = fc.tuple(fc.nat(), fc.oneof(fc.jsonValue(), fc.constantFrom("__proto__", "constructor", -1, 1e308, null)));
  /** A real selection with some of its values replaced by anything. */
  const damaged = fc.array(swap, { minLength: 1, maxLength: 5 }).map((swaps) => {
    const json: unknown = JSON.parse(copied(everything(document)));
    const places: { readonly holder: object; readonly key: string }[] = [];
    const collect = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const key of Object.keys(value)) {
        places.push({ holder: value, key });
        collect(Reflect.get(value, key));
      }
    };
    collect(json);
    for (const [number, value] of swaps) {
      const place = places[number % places.length];
      if (place !== undefined)
        Object.defineProperty(place.holder, place.key, { value, enumerable: true, configurable: true, writable: true });
    }
    return JSON.stringify(json);
  });

  test("never throws, and what comes of it keeps to the rules", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), damaged, damaged), (text) => {
        const read = readClipboard(text);
        const executed = read.ok ? paste({ content: read.content, count: 1, newId: counter("p") })(document) : undefined;
        expect(executed?.ok === true ? brokenRules(executed.document).filter((rule) => !rule.includes("two items")) : []).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

function fail(): never {
  throw new Error("the sample lacks a node");
}
