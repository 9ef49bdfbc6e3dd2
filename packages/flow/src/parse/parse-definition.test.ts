import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Definition } from "../definition.ts";
import { emptyDefinition } from "../empty-definition.ts";
import { nodeKinds } from "../kinds/kind-of.ts";
import { limits } from "../limits.ts";
import { newLink } from "../new-link.ts";
import { newNode } from "../new-node.ts";
import { parseDefinition } from "./parse-definition.ts";
import { anyDefinition } from "../testing/any-definition.ts";

// Hundreds of generated definitions on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A definition, or at least one problem. */
function isAnswered(json: unknown): boolean {
  const parsed = parseDefinition(json);
  return parsed.ok || parsed.problems.length > 0;
}

function problemsOf(json: unknown): readonly string[] {
  const parsed = parseDefinition(json);
  return parsed.ok ? [] : parsed.problems.map(({ code, path }) => `${code} ${path}`);
}

function withNode(node: object): object {
  return { solutionDefinition: { nodes: [{ id: "n", type: "RangeScore", ...node }], links: [] } };
}

describe("parseDefinition", () => {
  it("gives back every definition that was written as JSON", () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        expect(parseDefinition(throughJson(definition))).toEqual({ ok: true, definition });
      }),
      { numRuns: 300 },
    );
  });

  it("never throws, whatever the JSON", () => {
    const hostileKey = fc.constantFrom("solutionDefinition", "nodes", "links", "type", "id", "__proto__", "constructor", "ranges", "ports");
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constant(null),
        fc.boolean(),
        fc.double(),
        fc.string(),
        fc.constantFrom("RangeScore", "Start", "EasyRule", "toString"),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.oneof(hostileKey, fc.string()), tie("value"), { maxKeys: 5 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), json), (value) => {
        expect(isAnswered(value)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never throws when any one part of a definition is replaced", () => {
    const replacement = fc.oneof(
      fc.constant(null),
      fc.integer(),
      fc.string(),
      fc.boolean(),
      fc.constant([]),
      fc.constant({}),
      fc.constant([[]]),
    );
    fc.assert(
      fc.property(anyDefinition, fc.nat(), replacement, (definition, where, value) => {
        const copy = throughJson(definition);
        const places: [object, string][] = [];
        const collect = (part: unknown): void => {
          if (typeof part !== "object" || part === null) return;
          for (const [key, child] of Object.entries(part)) {
            places.push([part, key]);
            collect(child);
          }
        };
        collect(copy);
        const [owner, key] = places[where % places.length] ?? [{}, ""];
        Reflect.set(owner, key, value);
        expect(isAnswered(copy)).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  it("takes the defaults of the specification for what is left out", () => {
    const parsed = parseDefinition({ solutionDefinition: { nodes: [{ id: "a", type: "WebCall" }], links: [{ id: "l" }] } });
    expect(parsed).toMatchObject({
      ok: true,
      definition: {
        solutionDefinition: {
          nodes: [{ name: "Untitled", label: "Web call", color: "rgb(0,192,255)", method: "GET", typeVersion: 1, timeoutMillis: 2000 }],
          links: [{ width: 3, curvyness: 50, source: "", target: "", otherwise: false, conditionFields: [] }],
        },
      },
    });
  });

  it("drops what it does not know and what is derived", () => {
    const definition = emptyDefinition();
    const [start] = definition.solutionDefinition.nodes;
    const stored = {
      ...definition,
      validRuntime: true,
      errors: ["lies"],
      solutionDefinition: {
        ...definition.solutionDefinition,
        nodes: [{ ...start, typeLabel: "x", icon: "y", nodeProps: [1], changeIcon: false, __proto__: { id: "z" } }],
        offsetX: 3,
      },
    };
    expect(parseDefinition(throughJson(stored))).toEqual({ ok: true, definition });
  });

  it("reads own properties only", () => {
    const inherited: unknown = Object.create({ solutionDefinition: { nodes: [], links: [] } });
    expect(problemsOf(inherited)).toEqual(["MISSING solutionDefinition"]);
    expect(problemsOf(JSON.parse('{"__proto__":{"solutionDefinition":{"nodes":[]}}}'))).toEqual(["MISSING solutionDefinition"]);
    expect(problemsOf(JSON.parse('{"solutionDefinition":{"nodes":[{"id":"a","type":"__proto__"}]}}'))).toEqual([
      "KIND_UNKNOWN solutionDefinition.nodes[0].type",
    ]);
    expect(problemsOf({ solutionDefinition: { nodes: [{ id: "a", type: "constructor" }] } })).toEqual([
      "KIND_UNKNOWN solutionDefinition.nodes[0].type",
    ]);
  });

  it("keeps fields and nodes that are named like parts of every object", () => {
    const json = JSON.parse(
      '{"solutionDefinition":{"nodes":[{"id":"__proto__","type":"End"}]},"applicationDatasetFields":[{"key":"constructor","name":"__proto__","type":"Float"}]}',
    ) as unknown;
    expect(parseDefinition(json)).toMatchObject({
      ok: true,
      definition: {
        solutionDefinition: { nodes: [{ id: "__proto__" }] },
        applicationDatasetFields: [{ key: "constructor", name: "__proto__" }],
      },
    });
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it.each([
    [null, "NOT_AN_OBJECT "],
    [[], "NOT_AN_OBJECT "],
    [{}, "MISSING solutionDefinition"],
    [{ solutionDefinition: 3 }, "NOT_AN_OBJECT solutionDefinition"],
    [{ solutionDefinition: { nodes: {} } }, "NOT_A_LIST solutionDefinition.nodes"],
    [withNode({ id: undefined }), "MISSING solutionDefinition.nodes[0].id"],
    [withNode({ id: "a.JOIN" }), "NOT_AN_ID solutionDefinition.nodes[0].id"],
    [withNode({ typeVersion: 2 }), "KIND_VERSION_UNKNOWN solutionDefinition.nodes[0].typeVersion"],
    [withNode({ typeVersion: 1.5 }), "NOT_A_NUMBER solutionDefinition.nodes[0].typeVersion"],
    [withNode({ x: 1e9 }), "NUMBER_OUT_OF_RANGE solutionDefinition.nodes[0].x"],
    [withNode({ label: 3 }), "NOT_A_TEXT solutionDefinition.nodes[0].label"],
    [withNode({ label: "x".repeat(limits.labelLength + 1) }), "TEXT_TOO_LONG solutionDefinition.nodes[0].label"],
    [withNode({ label: "\ud800" }), "TEXT_UNSTORABLE solutionDefinition.nodes[0].label"],
    [withNode({ label: "a\u0000" }), "TEXT_UNSTORABLE solutionDefinition.nodes[0].label"],
    [
      withNode({ ranges: [{ id: "r", rangeFromIncludeExclude: "{" }] }),
      "NOT_A_CHOICE solutionDefinition.nodes[0].ranges[0].rangeFromIncludeExclude",
    ],
    [withNode({ ranges: [{ id: "r", score: true }] }), "NOT_A_TEXT solutionDefinition.nodes[0].ranges[0].score"],
    [withNode({ ranges: Array.from({ length: limits.bands + 1 }, () => ({})) }), "LIST_TOO_LONG solutionDefinition.nodes[0].ranges"],
    [{ ...withNode({}), applicationDatasetFields: [{ key: "a-b" }] }, "NOT_AN_ID applicationDatasetFields[0].key"],
    [{ ...withNode({}), runtimeDatasetFields: [{ key: "a", required: 1 }] }, "NOT_A_FLAG runtimeDatasetFields[0].required"],
    [{ ...withNode({}), runtimeDatasetFields: [{ key: "a" }, { key: "a" }] }, "ID_TWICE runtimeDatasetFields[1]"],
  ])("says what is wrong and where: %#", (json, problem) => {
    expect(problemsOf(json)).toContain(problem);
  });

  it("takes a number where numeric text belongs, as someone would type it", () => {
    const parsed = parseDefinition(withNode({ ranges: [{ id: "r", rangeFrom: 0.5, score: -10 }], defaultScore: 0 }));
    expect(parsed).toMatchObject({
      ok: true,
      definition: { solutionDefinition: { nodes: [{ ranges: [{ rangeFrom: "0.5", score: "-10" }], defaultScore: "0" }] } },
    });
  });

  it("holds all lists together to a limit", () => {
    const values = Array.from({ length: 1_000 }, (_, index) => ({ id: `v${index}` }));
    const nodes = Array.from({ length: 60 }, (_, index) => ({ id: `n${index}`, type: "ListScore", values }));
    expect(problemsOf({ solutionDefinition: { nodes } })[0]).toMatch(/^LIST_TOO_LONG/);
  });

  it("reads test data and test cases with every text and reason that an execution can have", () => {
    const text = "x".repeat(limits.textLength);
    const reason = `${"x".repeat(limits.nameLength)}+`;
    const withTexts = (value: string, code: string) => ({
      solutionDefinition: { nodes: [], links: [], zoom: 100 },
      applicationDatasetFields: [{ key: "note", name: "note", type: "String", required: false }],
      runtimeDatasetFields: [{ key: "copy", name: "copy", type: "String", required: false }],
      applicationTestData: [{ name: "note", value }],
      testCases: [{ id: "one", name: "One", input: { note: value }, expect: { runtimeData: { copy: value }, reasonCodes: [code] } }],
    });
    expect(parseDefinition(withTexts(text, reason))).toMatchObject({
      ok: true,
      definition: {
        applicationTestData: [{ name: "note", value: text }],
        testCases: [{ input: { note: text }, expect: { runtimeData: { copy: text }, reasonCodes: [reason] } }],
      },
    });
    expect(problemsOf(withTexts(`${text}x`, `${reason}x`))).toEqual([
      "TEXT_TOO_LONG testCases[0].input.note",
      "NOT_A_LIST testCases[0].expect.reasonCodes",
      "TEXT_TOO_LONG testCases[0].expect.runtimeData.copy",
      "TEXT_TOO_LONG applicationTestData[0].value",
    ]);
  });

  it("reports a limited number of problems", () => {
    const nodes = Array.from({ length: 1_500 }, () => ({ type: "Nope" }));
    expect(problemsOf({ solutionDefinition: { nodes } })).toHaveLength(limits.problems);
  });

  it("gives a node the ports of its kind and a link the ports of its nodes", () => {
    const start = newNode("Start", "s", 0, 0);
    const end = newNode("End", "e", 0, 0);
    const link = newLink("l", start, end);
    const parsed = parseDefinition({
      solutionDefinition: {
        nodes: [
          {
            id: "s",
            type: "Start",
            ports: [
              { id: "mine", in: false },
              { id: "odd", in: true },
            ],
          },
          { id: "e", type: "End" },
        ],
        links: [{ id: "l", source: "s", target: "e" }],
      },
    });
    expect(parsed).toMatchObject({
      ok: true,
      definition: {
        solutionDefinition: {
          nodes: [{ ports: [{ id: "mine", name: "out", in: false }] }, { ports: end.ports }],
          links: [{ sourcePort: "mine", targetPort: link.targetPort }],
        },
      },
    });
  });

  it("reads a new node of every kind as it was made", () => {
    const definition: Definition = {
      ...emptyDefinition(),
      solutionDefinition: { nodes: nodeKinds.map((kind, index) => newNode(kind, `n${index}`, index * 25, 50)), links: [], zoom: 80 },
    };
    expect(parseDefinition(throughJson(definition))).toEqual({ ok: true, definition });
  });
});
