import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { headers } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "./log.ts";
import {
  startTelemetry,
  traceFields,
  traceFrom,
  traceFromHeaders,
  traceIntoHeaders,
  tracing,
  withSpan,
  type Telemetry,
} from "./telemetry.ts";

/** The part of OTLP that these tests read. */
interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly status: { readonly code?: number };
      }[];
    }[];
  }[];
}

const exported: Exported[] = [];
let collector: Server;
let telemetry: Telemetry;

test("without an endpoint nothing is loaded, propagated or exported", async () => {
  await startTelemetry("test", {});
  expect(tracing()).toBe(false);
  expect(await withSpan("work", {}, () => traceFields())).toEqual({});
});

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      // Written by the exporter of this package.
      exported.push(JSON.parse(Buffer.concat(chunks).toString()) as Exported);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => void collector.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

test("one trace is propagated in HTTP headers, NATS headers, KV values and job data, and exported to the collector", async () => {
  // A listening TCP server has an address with a port.
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  telemetry = await startTelemetry("test");
  expect(tracing()).toBe(true);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const incoming = traceFrom({ traceparent: `00-${traceId}-b7ad6b7169203331-01` });
  const lines: string[] = [];
  const log = createLog({ name: "test", level: "info", destination: { write: (line: string) => void lines.push(line) } });

  const message = headers();
  const job = await withSpan("request", { parent: incoming }, () => {
    log.info("inside");
    traceIntoHeaders(message);
    return traceFields();
  });
  expect(job.traceparent).toContain(traceId);
  await withSpan("message", { parent: traceFromHeaders(message) }, () => undefined);
  await expect(withSpan("job", { parent: traceFrom(job) }, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await telemetry.stop();

  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ traceId });
  const spans = exported.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const [request, received, failed] = ["request", "message", "job"].map((name) => spans.find((span) => span.name === name));
  expect(spans.map((span) => span.traceId)).toEqual([traceId, traceId, traceId]);
  expect(request?.parentSpanId).toBe("b7ad6b7169203331");
  expect(received?.parentSpanId).toBe(request?.spanId);
  expect(failed).toMatchObject({ parentSpanId: request?.spanId, status: { code: 2 } });
});
