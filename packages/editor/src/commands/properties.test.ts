import { referencesToNames } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { fieldNameIn } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { Editor } from "../session/editor.ts";
import { workbench } from "../testing/workbench.ts";
import { reasonOf, run, sampleDocument } from "../testing/sample-flow.ts";
import * as commands from "./index.ts";

const document = sampleDocument();
const nameOf = (command: commands.Command, on: FlowDocument = document): string => {
  const executed = command(on);
  return executed.ok ? executed.name : executed.refusal.reason;
};

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
