import { parseDefinition, type TestCase } from "@airlock/flow";
import { refusal, type Refusal } from "./refusal.ts";

/** Names the first value that could not be saved, like `input.income`. */
export function whyNotTestCase(one: TestCase): Refusal | undefined {
  const parsed = parseDefinition({ solutionDefinition: {}, testCases: [one] });
  const [problem] = parsed.ok ? [] : parsed.problems;
  return problem && refusal("TEST_CASE_UNSTORABLE", { value: problem.path.replace("testCases[0].", ""), reason: problem.message });
}
