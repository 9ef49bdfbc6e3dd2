import { createHash } from "node:crypto";
import { emptyDefinition, newLink, newNode, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { canonicalJson } from "@airlock/contract";
import { freeze } from "./freeze.ts";

const start = newNode("Start", "start", 0, 0);
const end = newNode("End", "end", 200, 0);
const runnable: Definition = {
  ...emptyDefinition(),
  solutionDefinition: { nodes: [start, end], links: [newLink("link", start, end)], zoom: 100 },
};

test("one text for one value, whatever order its keys were written in", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "é\n" }], a: undefined, aa: 0.1 })).toBe('{"aa":0.1,"b":[1,{"c":"é\\n","d":null}]}');
  expect(canonicalJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
});

test("a definition that runs is frozen with the hash of its canonical text", () => {
  const frozen = freeze(runnable);
  expect(frozen).toMatchObject({ ok: true, behaviour: 1 });
  const { definition = "", hash = "" } = frozen.ok ? frozen : {};
  expect(hash).toBe(createHash("sha256").update(definition).digest("hex"));
  expect(JSON.parse(definition)).toEqual(JSON.parse(JSON.stringify(runnable)));
  const turned: Definition = {
    ...runnable,
    solutionDefinition: { zoom: 100, links: runnable.solutionDefinition.links, nodes: [start, end] },
  };
  expect(freeze(turned)).toEqual(frozen);
});

test("one that does not run is refused with the reasons, each by its place", () => {
  expect(freeze(emptyDefinition())).toEqual({
    ok: false,
    reasons: [{ field: "", code: "END_MISSING", message: expect.stringMatching(/^The diagram has no End/) as string }],
  });
});

test("comments, test cases and mock responses stay with the draft: they change neither the text nor the hash", () => {
  const noted: Definition = {
    ...runnable,
    testCases: [{ id: "t", name: "One", input: {}, expect: { runtimeData: {} } }],
    mocks: { webCalls: { call: { status: 200, body: "{}" } } },
    solutionDefinition: {
      ...runnable.solutionDefinition,
      comments: [{ id: "c", x: 0, y: 0, text: "Ask risk", author: "Ann", createdDate: "" }],
    },
  };
  expect(freeze(noted)).toEqual(freeze(runnable));
});
