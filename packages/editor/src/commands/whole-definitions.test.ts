import { kinds, validate } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { putNodes } from "../document/edit-document.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { emptyDocument, reasonOf, run, sampleDocument } from "../testing/sample-flow.ts";
import * as commands from "./index.ts";

const document = sampleDocument();
const nameOf = (command: commands.Command, on: FlowDocument = document): string => {
  const executed = command(on);
  return executed.ok ? executed.name : executed.refusal.reason;
};

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
