import { trace } from "@opentelemetry/api";
import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/** Ids that follow a request through every process, so that one search finds all of its lines. */
export interface WorkIds {
  readonly correlationId?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Paths at which a logged object may have a secret. Redacted here, so that callers need not. */
const secretPaths = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "token",
  "accessToken",
  "refreshToken",
  "private_key",
  "privateKey",
  'headers["set-cookie"]',
  'headers["x-api-key"]',
];
const redacted = secretPaths.flatMap((path) => {
  const nested = path.startsWith("headers") ? [`*.${path}`, `*.*.${path}`] : [`*.${path}`, `*.*.${path}`, `*.*.*.${path}`];
  return [path, ...nested];
});

/** A key or a bearer token inside a message or a URL, or a private key: the value is hidden, the kind stays readable. */
const secretText =
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?|\b(alk_[0-9A-Z]{26}_)[A-Za-z0-9_-]+|\b(Bearer\s+)[A-Za-z0-9._~+/-]+=*|(\/\/[^/\s:@]+:)[^@/\s]+(?=@)/g;

export function hideSecrets(text: string): string {
  return text.replace(secretText, (_, ...groups: (string | undefined)[]) => {
    // One of the four groups matched; after them come the offset and the whole text.
    return `${groups.slice(0, 4).find((kind) => kind !== undefined) ?? ""}[hidden]`;
  });
}

export interface LogOptions {
  readonly name: string;
  readonly level: "debug" | "info" | "warn" | "error" | "silent";
  readonly destination?: DestinationStream | undefined;
}

export function createLog(options: LogOptions): Log {
  const settings = {
    name: options.name,
    level: options.level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redacted, censor: "[hidden]" },
    mixin: activeTrace,
    hooks: {
      logMethod(this: Logger, arguments_: Parameters<Logger["info"]>, method: (...all: Parameters<Logger["info"]>) => void): void {
        const safe = arguments_.map((value) => (typeof value === "string" ? hideSecrets(value) : value));
        // Same length and types as the input: only strings were rewritten.
        method.apply(this, safe as Parameters<Logger["info"]>);
      },
    },
    serializers: { err: safeError, error: safeError },
  };
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination);
}

/** A logger for one request, job or message. */
export function logFor(log: Log, ids: WorkIds): Log {
  return log.child({ correlationId: ids.correlationId, requestId: ids.requestId });
}

function activeTrace(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}

function safeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const code = (error as { readonly code?: unknown }).code; // Node and database errors have one; others do not.
  return { type, code, message: hideSecrets(message), stack: hideSecrets(stack) };
}
