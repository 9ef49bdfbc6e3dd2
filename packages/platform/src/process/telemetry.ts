import { context, INVALID_SPAN_CONTEXT, propagation, trace, SpanKind, SpanStatusCode, ROOT_CONTEXT } from "@opentelemetry/api";
import type { Attributes, Context, Span, Tracer } from "@opentelemetry/api";

/**
 * Traces are exported by OTLP over HTTP if `OTEL_EXPORTER_OTLP_ENDPOINT` is set, and only then is the SDK loaded: without it every helper here calls
 * OpenTelemetry's no-op, and `tracing()` lets a hot path skip even that. Sampling and other options follow OpenTelemetry's environment variables.
 */
let on = false;

export interface Telemetry {
  /** Flushes pending spans. */
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
    // The default detectors query the network; a process is described by its environment.
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

/** Whether spans are exported. Hot paths check this before they build attributes. */
export function tracing(): boolean {
  return on;
}

export function tracer(): Tracer {
  return trace.getTracer("airlock");
}

/** The trace in a KV value or in job data: the W3C headers as plain fields. */
export interface TraceCarrier {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** The part of NATS headers that a trace needs. */
export interface HeaderList {
  get(name: string): string;
  set(name: string, value: string): void;
}

/** The active trace as fields: for the headers of an HTTP call, a KV value or job data. Empty without one. */
export function traceFields(from: Context = context.active()): { traceparent?: string; tracestate?: string } {
  const carrier: { traceparent?: string; tracestate?: string } = {};
  if (on) propagation.inject(from, carrier);
  return carrier;
}

/** Continues the trace of a request, a KV value or job data. */
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

/** A span that records nothing. */
const silent = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Runs the work in a span; an exception marks the span as failed and is rethrown. */
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
