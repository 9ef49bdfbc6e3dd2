import { expect, it } from "vitest";
import type { Definition, WebCallNode } from "../../definition.ts";
import { diff } from "../../diff/diff.ts";
import { fromFile, toFile } from "../../diff/file.ts";
import { merge } from "../../diff/merge.ts";
import { parseDefinition } from "../../parse/parse-definition.ts";
import { draw, node } from "../../testing/draw.ts";
import { validate } from "../../validate/validate.ts";

type Choice = { readonly ifFails?: unknown; readonly failedField?: string; readonly defaultValue?: string };

function drawn({ defaultValue, ...choice }: Choice): object {
  const row = {
    datasetType: "runtime" as const,
    fieldName: "score",
    param: "$.score",
    ...(defaultValue === undefined ? {} : { defaultValue }),
  };
  const call = { ...node("WebCall", "call", { url: "https://example.com/", responseMapping: [row] }), ...choice } as WebCallNode;
  return draw({ runtime: { score: "Integer", failed: "Integer", text: "String" }, nodes: [call], links: ["start -> call", "call -> end"] });
}

function parsed(choice: Choice): Definition {
  const read = parseDefinition(drawn(choice));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.definition;
}

const failing = parsed({});
const continuing = parsed({ ifFails: "continue", failedField: "failed", defaultValue: "600" });
const callOf = ({ solutionDefinition }: Definition) => solutionDefinition.nodes.find(({ id }) => id === "call");

it("is read; failing is what a node without it means, and is not stored", () => {
  expect(callOf(continuing)).toMatchObject({ ifFails: "continue", failedField: "failed", responseMapping: [{ defaultValue: "600" }] });
  expect(parsed({ ifFails: "fail", failedField: "", defaultValue: "" })).toEqual(failing);
  expect(toFile(failing)).not.toContain("ifFails");
  expect(parseDefinition(drawn({ ifFails: "retry" }))).toMatchObject({ ok: false });
});

it("is part of a file, of a difference and of a merge", () => {
  expect(fromFile(toFile(continuing))).toEqual({ ok: true, definition: continuing });
  expect(diff(failing, continuing)).toMatchObject([
    {
      id: "call",
      meaning: true,
      properties: [
        { property: "responseMapping", after: "score from $.score, default 600" },
        { property: "ifFails", before: "fail the execution", after: "continue with default values" },
        { property: "failedField", before: "none", after: "failed" },
      ],
    },
  ]);
  expect(diff(failing, parsed({ failedField: "failed", defaultValue: "600" }))).toEqual([]);
  expect(merge(failing, continuing, failing)).toMatchObject({ definition: continuing, conflicts: [] });
});

it("is validated: a default value fits its field, and the failed field is an Integer", () => {
  const codesAt = (choice: Choice) => validate(parsed(choice)).map(({ code, property }) => [code, property]);
  expect(codesAt({ ifFails: "continue", defaultValue: "six" })).toContainEqual(["LITERAL_NOT_A_NUMBER", "responseMapping"]);
  expect(codesAt({ ifFails: "continue", failedField: "text" })).toContainEqual(["FIELD_TYPE", "failedField"]);
  expect(codesAt({ ifFails: "continue", failedField: "gone" })).toContainEqual(["FIELD_UNKNOWN", "failedField"]);
  const errors = (choice: Choice) => validate(parsed(choice)).filter(({ level }) => level === "error");
  expect(errors({ ifFails: "continue", failedField: "failed", defaultValue: "600" })).toEqual([]);
  expect(errors({ failedField: "text", defaultValue: "six" })).toEqual([]);
});
