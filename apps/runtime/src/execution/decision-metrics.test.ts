import type { LoggedArm } from "@airlock/contract";
import { createMetrics } from "@airlock/platform";
import { expect, test } from "vitest";
import { createDecisionMetrics } from "./decision-metrics.ts";

const decision = (versionId: string, solutionId: string, status: "completed" | "failed" = "completed", arm: LoggedArm = "") => ({
  deployment: { versionId, solutionId },
  execution: { status },
  arm,
});
const countOf = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(`${name}{`)).length;

test("refusals that alerts count have a series from the start, so that the first one is an increase", () => {
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
    decisions.decided(decision(`v${index}`, `s${index % 7}`), 1);
    decisions.refused("QUOTA_EXCEEDED", `k${index}`);
  }
  decisions.decided(decision("v0", "s0", "failed"), 1);
  decisions.refused("KEY_INVALID", undefined);
  const text = metrics.text();
  expect(text).toContain('airlock_decisions_total{solution="s0",version="v0",arm="none",status="completed"} 1\n');
  expect(text).toContain('airlock_decisions_total{solution="s0",version="v0",arm="none",status="failed"} 1\n');
  expect(text).toContain('airlock_decisions_total{solution="other",version="other",arm="none",status="completed"} 300\n');
  expect(text).toContain('airlock_key_refusals_total{key="k0"} 1\n');
  expect(text).toContain('airlock_key_refusals_total{key="other"} 300\n');
  expect(text).toContain('airlock_refusals_total{code="QUOTA_EXCEEDED"} 500\n');
  expect(countOf(text, "airlock_decisions_total")).toBe(402);
  expect(countOf(text, "airlock_key_refusals_total")).toBe(201);
});

test("decisions of a rollout are counted by arm, and skipped challengers by reason", () => {
  const metrics = createMetrics();
  const decisions = createDecisionMetrics(metrics);
  decisions.decided(decision("v1", "s", "completed", "champion"), 1);
  decisions.decided(decision("v2", "s", "failed", "challenger"), 1);
  decisions.passedOver("notServing");
  const text = metrics.text();
  expect(text).toContain('airlock_decisions_total{solution="s",version="v1",arm="champion",status="completed"} 1\n');
  expect(text).toContain('airlock_decisions_total{solution="s",version="v2",arm="challenger",status="failed"} 1\n');
  expect(text).toContain('airlock_challenger_passed_over_total{reason="notServing"} 1\n');
  expect(text).toContain('airlock_challenger_passed_over_total{reason="inputInvalid"} 0\n');
});
