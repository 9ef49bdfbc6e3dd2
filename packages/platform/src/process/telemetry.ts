import { context, INVALID_SPAN_CONTEXT, propagation, trace, SpanKind, SpanStatusCode, ROOT_CONTEXT } from "@opentelemetry/api";
import type { Attributes, Context, Span, Tracer } from "@opentelemetry/api";

/**
 * Traces go out by OTLP over HTTP when `OTEL_EXPORTER_OTLP_ENDPOINT` is set, and only then is the SDK loaded at all: without it
 * every helper here is a call on OpenTelemetry's no-op, and `tracing()` lets a hot path skip even that.
 * Sampling and the rest follow OpenTelemetry's own environment variables.
 */
let on = false;

export interface Telemetry {
  /** Sends what is still held back. */
  readonly stop: () => Promise<void>;
}

export async function startTelemetry(
  serviceName: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Telemetry> {
  if ((environment["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? "") === "") return { stop: () => Promise.resolve() };
  const [{ NodeSDK }, { W3CTraceContextPropagator }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/sdk-node"),
    import("@opentelemetry/core"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const sdk = new NodeSDK({
    serviceName,
    traceExporter: new OTLPTraceExporter(),
    textMapPropagator: new W3CTraceContextPropagator(),
    // The defaults look the machine up over the network; a process is told what it is by its environment.
    autoDetectResources: false,
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  on = true;
  return {
    stop: async () => {
      on = false;
      await sdk.shutdown();
    },
  };
}

/** Whether spans go anywhere. A hot path asks this before it builds attributes. */
export function tracing(): boolean {
  return on;
}

export function tracer(): Tracer {
  return trace.getTracer("airlock");
}

/** What carries a trace in a KV value or in a job's data: the W3C header as a plain field. */
export interface TraceCarrier {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** NATS headers, as far as a trace needs them. */
export interface HeaderList {
  get(name: string): string;
  set(name: string, value: string): void;
}

/** The active trace as fields: for the headers of an HTTP call, a KV value or the data of a job. Empty without one. */
export function traceFields(from: Context = context.active()): { traceparent?: string; tracestate?: string } {
  const carrier: { traceparent?: string; tracestate?: string } = {};
  if (on) propagation.inject(from, carrier);
  return carrier;
}

/** Continues the trace that a request, a KV value or a job's data carries. */
export function traceFrom(carrier: TraceCarrier | Readonly<Record<string, string | readonly string[] | undefined>>): Context {
  return on ? propagation.extract(ROOT_CONTEXT, carrier) : ROOT_CONTEXT;
}

export function traceIntoHeaders(headers: HeaderList, from: Context = context.active()): void {
  if (!on) return;
  propagation.inject(from, headers, { set: (list, name, value) => list.set(name, value) });
}

export function traceFromHeaders(headers: HeaderList | undefined): Context {
  if (!on || headers === undefined) return ROOT_CONTEXT;
  return propagation.extract(ROOT_CONTEXT, headers, {
    get: (list, name) => {
      const value = list.get(name);
      return value === "" ? undefined : value;
    },
    keys: () => ["traceparent", "tracestate"],
  });
}

export interface SpanOptions {
  readonly kind?: SpanKind | undefined;
  readonly parent?: Context | undefined;
  readonly attributes?: Attributes | undefined;
}

/** Says nothing to nobody. */
const silent = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Runs the work inside a span; a throw marks the span as failed and goes on. */
export async function withSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T> | T): Promise<T> {
  if (!on) return work(silent);
  const parent = options.parent ?? context.active();
  const span = tracer().startSpan(name, { kind: options.kind ?? SpanKind.INTERNAL, attributes: options.attributes ?? {} }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
    throw error;
  } finally {
    span.end();
  }
}

export { SpanKind };
