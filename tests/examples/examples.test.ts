/** The golden examples: each is a valid definition with a tidy layout, and all of its cases have the expected results. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compile, evaluateWithEffects, readInput, type Effects, type WebCallResponse } from "@airlock/engine";
import { fromFile, gridSize, parseDefinition, toFile, validate, type Definition } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { exampleHost, type exampleLists } from "../support/examples.ts";

interface Case {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Responses of web calls by node id. */
  readonly webCalls?: Readonly<Record<string, WebCallResponse>>;
  readonly expect: {
    readonly status: "completed" | "failed";
    readonly error?: string;
    readonly runtimeData: Readonly<Record<string, string | number>>;
    readonly reasonCodes: readonly string[];
  };
}

interface Example {
  readonly name: string;
  readonly description: string;
  readonly definition: unknown;
  readonly lists?: z.output<typeof exampleLists>;
  readonly cases: readonly Case[];
}

const folder = join(import.meta.dirname, "../../examples");
const files = globSync("*.json", { cwd: folder }).sort();

function definitionOf(example: Example): Definition {
  const parsed = parseDefinition(example.definition);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.definition;
}

function answering(webCalls: Case["webCalls"], list: Effects["list"]): Effects {
  return {
    ...(list === undefined ? {} : { list }),
    webCall: (request) => {
      const answer = webCalls?.[request.nodeId];
      return answer === undefined ? Promise.reject(new Error(`no answer for ${request.nodeId}`)) : Promise.resolve(answer);
    },
    predict: () => ({ score: 0, reasonCodes: [] }),
  };
}

it("there are examples", () => {
  expect(files.length).toBeGreaterThanOrEqual(8);
});

describe.each(files.map((file) => [basename(file), JSON.parse(readFileSync(join(folder, file), "utf8")) as Example] as const))(
  "%s",
  (_, example) => {
    it("is a valid definition without warnings", () => {
      expect(validate(definitionOf(example))).toEqual([]);
    });

    it("is stored as it is read, and survives its file format", () => {
      const definition = definitionOf(example);
      expect(example.definition).toEqual(definition);
      expect(fromFile(toFile(definition))).toEqual({ ok: true, definition });
      expect(fromFile(JSON.stringify(example))).toEqual({ ok: true, definition });
    });

    it("is on the grid, from left to right, without overlaps", () => {
      const { nodes, links } = definitionOf(example).solutionDefinition;
      const byId = new Map(nodes.map((node) => [node.id, node]));
      expect(nodes.filter(({ x, y }) => x % gridSize !== 0 || y % gridSize !== 0)).toEqual([]);
      expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(nodes.length);
      expect(links.filter((link) => (byId.get(link.source)?.x ?? 0) >= (byId.get(link.target)?.x ?? 0))).toEqual([]);
    });

    it("has a name, a description and enough cases", () => {
      expect(example.name).not.toBe("");
      expect(example.description).toMatch(/\.$/);
      expect(example.cases.length).toBeGreaterThanOrEqual(5);
      expect(new Set(example.cases.map((one) => one.name)).size).toBe(example.cases.length);
    });

    it.each(example.cases.map((one) => [one.name, one] as const))("%s", async (__, one) => {
      const compiled = compile(definitionOf(example));
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.findings));
      const read = readInput(compiled.plan, one.input);
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      const outcome = await evaluateWithEffects(
        compiled.plan,
        read.input,
        answering(one.webCalls, exampleHost(example.lists, definitionOf(example))),
        new AbortController().signal,
      );
      expect({
        status: outcome.status,
        error: outcome.error?.code,
        runtimeData: { ...outcome.runtimeData },
        reasonCodes: outcome.reasonCodes,
      }).toEqual({ error: undefined, ...one.expect });
    });
  },
);
