import { diff, emptyDefinition, newLink, newNode, type Definition, type FlowLink, type FlowNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { changeSentences, wordedOnly } from "./change-sentences.ts";

const empty = emptyDefinition();
const [start] = empty.solutionDefinition.nodes;
const end = newNode("End", "end", 500, 200);
const score = { ...newNode("RangeScore", "score", 300, 200), label: "Debt burden" } as FlowNode;
const band = { rangeFromIncludeExclude: "[", rangeToIncludeExclude: ")", reasonCode: "" } as const;

function drawn(nodes: readonly FlowNode[], links: readonly FlowLink[] = []): Definition {
  return {
    ...empty,
    solutionDefinition: { ...empty.solutionDefinition, nodes: [...empty.solutionDefinition.nodes, ...nodes], links: [...links] },
  };
}

const texts = (before: Definition, after: Definition) => changeSentences(diff(before, after)).map(({ text }) => text);

test("rows of a node are named one by one, with both readings", () => {
  const withBands = (...scores: readonly string[]) =>
    drawn([
      {
        ...score,
        ranges: scores.map((points, at) => ({ id: `r${at}`, ...band, rangeFrom: String(at), rangeTo: String(at + 1), score: points })),
      } as FlowNode,
    ]);
  expect(changeSentences(diff(withBands("45", "10"), withBands("70", "10")))).toMatchObject([
    { text: "A band of Debt burden changed.", before: "[0, 1) gives 45", after: "[0, 1) gives 70" },
  ]);
  expect(texts(withBands("45"), withBands("45", "10"))).toEqual(["A band of Debt burden was added."]);
  expect(texts(withBands("45", "10"), withBands("45"))).toEqual(["A band of Debt burden was removed."]);
});

test("nodes, links and fields that came or went are named", () => {
  const link = newLink("link", start ?? end, end);
  expect(texts(drawn([end]), drawn([end, score], [link]))).toEqual(["Debt burden was added.", "The link from Start to End was added."]);
  const age = [{ key: "age", name: "age", type: "Integer" as const, required: true }];
  expect(texts({ ...empty, applicationDatasetFields: age }, empty)).toEqual(["The application field age was removed."]);
});

test("lists of the flow and what a Lookup reads of them are named", () => {
  const list = { listId: "one", name: "Postcodes", keyType: "String", columns: [{ name: "band", type: "String" }] } as const;
  expect(texts(empty, { ...empty, lists: [list] })).toEqual(["The list Postcodes was added."]);
  expect(texts({ ...empty, lists: [list] }, { ...empty, lists: [{ ...list, listId: "two", keyType: "Integer" }] })).toEqual([
    "The list Postcodes was replaced by another list of this name.",
    "The type of the key of the list Postcodes changed.",
  ]);
  const lookup = { ...newNode("Lookup", "lookup", 300, 200), label: "Risk", list: "Postcodes" };
  const reads = { ...lookup, lookupOutputs: [{ column: "band", resultField: "band" }], foundField: "known" };
  expect(texts(drawn([lookup]), drawn([reads]))).toEqual(["A column of Risk was added.", "The field for a found key of Risk changed."]);
});

test("what is drawn or worded differently is counted apart", () => {
  const changes = diff(drawn([score]), drawn([{ ...score, x: 325, label: "Burden" }]));
  expect(changeSentences(changes)).toEqual([]);
  expect(wordedOnly(changes)).toBe(1);
  // The text of a reason code explains and never decides.
  expect(texts(empty, { ...empty, reasonTexts: { R1: "Too young" } })).toEqual([]);
});
