import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

const attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) });
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(z.object({ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string() })),
        }),
      ),
    }),
  ),
});

export interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
}

export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT; its `GET /spans?trace=` returns what has arrived. */
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** Receives traces by OTLP over HTTP, like an OpenTelemetry collector, and serves them to tests in other processes. */
export async function startTraceCollector(port: number): Promise<TraceCollector> {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://collector");
    const take = async () => {
      if (request.method === "POST" && url.pathname === "/v1/traces") spans.push(...spansOf(JSON.parse(await text(request))));
      const trace = url.searchParams.get("trace");
      return url.pathname === "/spans" ? spans.filter(({ traceId }) => trace === null || traceId === trace) : {};
    };
    take().then(
      (answer) => response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(400, { "Content-Type": "text/plain" }).end(String(error)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf(body: unknown): readonly Span[] {
  return exported.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ service, ...span })));
  });
}
