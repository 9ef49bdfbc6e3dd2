import { randomBytes } from "node:crypto";
import { expect, inject } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Span } from "../support/trace-collector.ts";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { journey } from "./support/journey.ts";

async function spansOf(traceId: string): Promise<readonly Span[]> {
  const response = await fetch(`${inject("collector")}/spans?trace=${traceId}`);
  // The collector runs in this test's own setup and returns its own spans.
  return (await response.json()) as readonly Span[];
}

function servicesOf(spans: readonly Span[]): readonly string[] {
  return [...new Set(spans.map(({ service }) => service))].toSorted();
}

/** Every span but the first has a parent in the same trace, or the caller's own span. */
function loose(spans: readonly Span[], caller: string): readonly string[] {
  const known = new Set([caller, ...spans.map(({ spanId }) => spanId)]);
  return spans
    .filter(({ parentSpanId }) => parentSpanId === undefined || !known.has(parentSpanId))
    .map(({ service, name }) => `${service} ${name}`);
}

journey(
  "one trace spans the start of a version through the api and the runtimes, and one a decision through runtime and worker",
  async ({ admin, product }) => {
    const caller = await admin();
    const { versionId } = await serveDecision(caller, "Traced");
    const { token } = await issueKey(caller, product);
    await caller.do("version.stop", { at: { versionId } });

    const traceId = randomBytes(16).toString("hex");
    const parent = randomBytes(8).toString("hex");
    const traceparent = `00-${traceId}-${parent}-01`;
    const deployed = await fetch(`${product.url}/dme/manage/v1/versions/${versionId}/deploy`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${caller.bearer}`, "Content-Type": "application/json", traceparent },
    });
    expect(deployed.status).toBe(200);
    expect((await ask(product, versionId, token, { age: 30 }, { traceparent })).status).toBe(200);

    await eventually(
      "spans of api, runtime and worker in one trace, each hanging on another",
      async () => {
        const found = await spansOf(traceId);
        const services = servicesOf(found).join(" ");
        const isWhole = ["api", "runtime", "worker"].every((part) => services.includes(part)) && loose(found, parent).length === 0;
        return isWhole ? true : undefined;
      },
      { seconds: 20 },
    );
  },
);
