import { createMetrics } from "@airlock/platform";
import { expect, test } from "vitest";
import { createDecisionMetrics } from "./decision-metrics.ts";

const countOf = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(`${name}{`)).length;

test("refusals that alerts count are there from the start, so that the first one is an increase", () => {
  const metrics = createMetrics();
  const decisions = createDecisionMetrics(metrics);
  expect(metrics.text()).toContain('airlock_refusals_total{code="EXECUTION_NOT_LOGGED"} 0\n');
  decisions.refused("EXECUTION_NOT_LOGGED", undefined);
  expect(metrics.text()).toContain('airlock_refusals_total{code="EXECUTION_NOT_LOGGED"} 1\n');
});

test("decisions are counted by solution and version, and refused calls by key, with a bounded number of labels", () => {
  const metrics = createMetrics();
  const decisions = createDecisionMetrics(metrics);
  for (let index = 0; index < 500; index += 1) {
    decisions.decided({ versionId: `v${index}`, solutionId: `s${index % 7}` }, "completed", 1);
    decisions.refused("QUOTA_EXCEEDED", `k${index}`);
  }
  decisions.decided({ versionId: "v0", solutionId: "s0" }, "failed", 1);
  decisions.refused("KEY_INVALID", undefined);
  const text = metrics.text();
  expect(text).toContain('airlock_decisions_total{solution="s0",version="v0",status="completed"} 1\n');
  expect(text).toContain('airlock_decisions_total{solution="s0",version="v0",status="failed"} 1\n');
  expect(text).toContain('airlock_decisions_total{solution="other",version="other",status="completed"} 300\n');
  expect(text).toContain('airlock_key_refusals_total{key="k0"} 1\n');
  expect(text).toContain('airlock_key_refusals_total{key="other"} 300\n');
  expect(text).toContain('airlock_refusals_total{code="QUOTA_EXCEEDED"} 500\n');
  expect(countOf(text, "airlock_decisions_total")).toBe(402);
  expect(countOf(text, "airlock_key_refusals_total")).toBe(201);
});
