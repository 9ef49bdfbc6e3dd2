import { fromFile } from "@airlock/flow";
import { expect, test } from "vitest";
import { problemText } from "./solution-file.ts";

const why = (text: string): string => {
  const read = fromFile(text);
  return read.ok ? "" : problemText(read.problems);
};

test("a file that is no solution says which part is missing or wrong", () => {
  expect(why("no JSON")).toBe("This file is not JSON.");
  expect(why("{}")).toBe("The part logic is missing.");
  expect(why('{"logic":{"nodes":[{"type":"Start","id":"s"},{"type":"Loop","id":"l"}]}}')).toMatch(
    /^At solutionDefinition.nodes\[1\].type: This must be a kind of node/,
  );
});
