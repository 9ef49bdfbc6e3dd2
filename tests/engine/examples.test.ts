import { globSync, readFileSync } from "node:fs";
import { readInput } from "@airlock/engine";
import { interpret, type ReferenceEffects } from "@airlock/engine/reference";
import { parseDefinition } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { exampleHost, type exampleLists } from "../support/examples.ts";
import { compiled } from "./compare.ts";

interface Example {
  readonly name: string;
  readonly definition: unknown;
  readonly lists?: z.output<typeof exampleLists>;
  readonly cases: readonly {
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly webCalls?: Readonly<Record<string, { readonly status: number; readonly body: string }>>;
    readonly expect: {
      readonly status: string;
      readonly error?: string;
      readonly runtimeData: Readonly<Record<string, unknown>>;
      readonly reasonCodes: readonly string[];
    };
  }[];
}

// Compiled plans run the same files in tests/examples; this runs them with the reference interpreter.
describe("examples, by the reference interpreter", () => {
  const root = new URL("../../examples/", import.meta.url).pathname;
  for (const file of globSync("*.json", { cwd: root }).sort()) {
    const example = JSON.parse(readFileSync(`${root}${file}`, "utf8")) as Example; // Written by hand in this shape, see examples/README.md.
    const parsed = parseDefinition(example.definition);
    for (const { name, input, webCalls, expect: wanted } of example.cases) {
      it(`${file}: ${name}`, () => {
        if (!parsed.ok) throw new Error(`${file} is not a definition`);
        const read = readInput(compiled(parsed.definition), input);
        if (!read.ok) throw new Error(JSON.stringify(read.problems));
        const effects: ReferenceEffects = {
          webCall: ({ nodeId }) => {
            const answer = webCalls?.[nodeId];
            if (answer === undefined) throw new Error(`${file} says no answer for ${nodeId}`);
            return answer;
          },
          predict: () => {
            throw new Error("The examples have no predictions yet");
          },
          list: exampleHost(example.lists, parsed.definition),
        };
        const { status, error, runtimeData, reasonCodes } = interpret(parsed.definition, read.input.values, effects);
        expect({ status, error: error?.code, runtimeData: { ...runtimeData }, reasonCodes }).toEqual({ error: undefined, ...wanted });
      });
    }
  }
});
