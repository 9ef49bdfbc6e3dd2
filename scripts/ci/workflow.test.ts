import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { phases } from "./stages.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly "timeout-minutes": number;
        readonly steps: readonly { readonly run?: string; readonly with?: Readonly<Record<string, string>> }[];
      }
    >
  >;
}

const workflow = parse(read(".github/workflows/ci.yml")) as Workflow; // Our own file.
const { stages } = workflow.jobs;

describe("the workflow of the public forge", () => {
  it("runs the stages of CI, with a sufficient timeout", () => {
    expect(stages?.steps.map(({ run }) => run)).toContain("bash .ci/run");
    const minutes = phases.reduce((sum, phase) => sum + Math.max(...phase.map(({ limit }) => limit)), 0);
    expect(stages?.["timeout-minutes"]).toBeGreaterThan(minutes);
  });
  it("audits the production dependencies", () => {
    expect(workflow.jobs["audit"]?.steps.map(({ run }) => run)).toContain("npm audit --omit=dev --audit-level=high");
  });
});

it("prerequisites are the same in README, CONTRIBUTING and the workflow", () => {
  const versions = (text: string): readonly (string | undefined)[] =>
    [/npm (\d+)/, /Go ([\d.]+)/, /Python ([\d.]+)/].map((one) => one.exec(text)?.[1]);
  expect(versions(read("README.md"))).toEqual(versions(read("CONTRIBUTING.md")));
  const [, go] = versions(read("README.md"));
  expect(go).toBeDefined();
  expect(stages?.steps.map((step) => step.with?.["go-version"])).toContain(go);
});
