/** The OpenAPI document of one deployed version: its own fields, nothing of the rest of Airlock. */
import { limits, type DatasetField, type Definition } from "@airlock/flow";
import { actions } from "../actions.ts";
import { declaredProblems } from "../declared-problems.ts";
import { batchBodies, maxBatchInputs } from "../batch-limits.ts";
import { basePath, decidePath } from "../hal.ts";
import type { ProblemCode } from "../problems/catalogue.ts";
import { problemBody, problemSchema, problemStatus } from "../problems/problem.ts";
import { writeOut } from "./components.ts";

type Json = Readonly<Record<string, unknown>>;

export interface DescribedVersion {
  readonly versionId: string;
  /** Describes the address of the solution, where this version is released, instead of that of the version. */
  readonly solutionKey?: string;
  readonly versionName: string;
  readonly versionDescription: string;
  readonly solutionName: string;
  readonly definition: Pick<Definition, "applicationDatasetFields" | "runtimeDatasetFields">;
  /** The origin that callers use, without a slash at its end. */
  readonly serverUrl: string;
  /** Bytes of one input that runtimes accept. */
  readonly maxBodyBytes?: number;
}

const types = {
  String: { type: "string", maxLength: 10_000 },
  Integer: { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  Float: { type: "number" },
  Boolean: { type: "boolean" },
  Date: { type: "string", format: "date" },
} as const;

/** What the console shows as sample values, so that an example can be tried unchanged. */
const samples = { String: "text", Integer: 123, Float: 123.45, Boolean: true, Date: "2026-01-31" } as const;

const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

export function versionOpenApi(version: DescribedVersion): Json {
  const { versionId, versionName, versionDescription, solutionName, definition, serverUrl } = version;
  const { maxBodyBytes = limits.callBytes } = version;
  const { solutionKey } = version;
  const path = solutionKey === undefined ? `${basePath}/versions/${versionId}/execute` : `${decidePath}/${solutionKey}`;
  const sample = sampleOf(definition.applicationDatasetFields);
  return {
    openapi: "3.1.0",
    info: {
      title: solutionKey === undefined ? `${solutionName}, ${versionName}` : solutionName,
      version: versionName,
      description: versionDescription === "" ? `Decisions of ${solutionName}.` : versionDescription,
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    tags: [{ name: "Decisions" }],
    paths: {
      [path]: {
        post: {
          operationId: "decide",
          summary: `Ask ${solutionName} for a decision`,
          description:
            `One input as JSON, or up to ${text(maxBatchInputs)} inputs as NDJSON (one JSON object per line). ` +
            `A JSON body has at most ${text(maxBodyBytes)} bytes, an NDJSON body at most ${text(maxBodyBytes * batchBodies)}. ` +
            "The response is sent when the decision is recorded durably.",
          // For readers that show them: the console's API page.
          "x-airlock-limits": { bodyBytes: maxBodyBytes, batchBytes: maxBodyBytes * batchBodies, batchInputs: maxBatchInputs },
          tags: ["Decisions"],
          parameters: [correlationParameter, idempotencyParameter],
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: schemaRef("Input") },
              "application/x-ndjson": {
                schema: { type: "string", description: `Up to ${text(maxBatchInputs)} lines, each an \`Input\`.` },
                example: `${JSON.stringify(sample)}\n${JSON.stringify(sample)}\n`,
              },
            },
          },
          responses: {
            200: {
              description: "Decided, and recorded durably.",
              headers: { "X-Correlation-ID": headerRef("CorrelationId"), "Idempotency-Replayed": headerRef("IdempotencyReplayed") },
              content: {
                "application/hal+json": { schema: schemaRef("Execution") },
                "application/x-ndjson": {
                  schema: { type: "string", description: "One line for each input, in their order, each a `BatchLine`." },
                },
              },
            },
            ...refusals(solutionKey !== undefined),
          },
        },
      },
    },
    components: {
      schemas: {
        Input: inputSchema(definition.applicationDatasetFields, sample),
        Execution: {
          type: "object",
          properties: { _embedded: executionSchema(definition.runtimeDatasetFields), _links: { type: "object" } },
          required: ["_embedded"],
        },
        BatchLine: {
          description: "The execution of one input of a batch, or why that input was refused.",
          anyOf: [schemaRef("Execution"), { type: "object", properties: { problem: schemaRef("Problem") }, required: ["problem"] }],
        },
        Problem: writeOut(problemSchema, "output"),
      },
      headers: {
        CorrelationId: {
          description:
            "The id that was sent. Without one: the id of the execution, or of a batch its own id. The executions are found by it.",
          schema: { type: "string" },
        },
        IdempotencyReplayed: {
          description: "`true` when the response of an earlier call with this Idempotency-Key is returned.",
          schema: { type: "string", enum: ["true"] },
        },
        RetryAfter: { description: "Seconds to wait before the next attempt.", schema: { type: "integer", minimum: 0 } },
      },
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "A key of a system account: alk_<key id>_<secret>." } },
    },
  };
}

const correlationParameter: Json = {
  name: "X-Correlation-ID",
  in: "header",
  required: false,
  description: "The caller's own id of the call. It is stored with the execution, returned and searchable.",
  schema: { type: "string", pattern: "^[A-Za-z0-9_.:-]{1,128}$" },
};

const idempotencyParameter: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A call that is sent again with the same key and body within 24 hours gets the first response, and nothing is decided again.",
  schema: { type: "string", pattern: "^[ -~]{1,255}$" },
};

const text = (value: number): string => value.toLocaleString("en");

/** Field names are the user's: `Object.fromEntries` creates own properties, whatever their names. */
function sampleOf(fields: readonly DatasetField[]): Json {
  return Object.fromEntries(fields.map(({ name, type }) => [name, samples[type]]));
}

function inputSchema(fields: readonly DatasetField[], sample: Json): Json {
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ name, type, required }) => [name, required ? types[type] : { anyOf: [types[type], { type: "null" }] }]),
    ),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
    examples: [sample],
  };
}

function executionSchema(fields: readonly DatasetField[]): Json {
  const plain = { type: "string" };
  return {
    type: "object",
    properties: {
      webSafeString: { type: "string", description: "The id of the execution." },
      solutionProcessId: plain,
      versionWss: plain,
      solutionWss: plain,
      started: { type: "string", format: "date-time" },
      ended: { type: "string", format: "date-time" },
      durationMillis: { type: "number" },
      status: { type: "string", enum: ["completed", "failed"] },
      runtimeData: {
        type: "object",
        description: "Computed values; missing values are absent.",
        properties: Object.fromEntries(fields.map(({ name, type }) => [name, type === "Date" ? types.Date : { type: types[type].type }])),
      },
      reasonCodes: { type: "array", items: plain },
      error: {
        type: "object",
        properties: { code: plain, nodeId: plain, message: plain },
        required: ["code", "nodeId", "message"],
      },
    },
    required: [
      "webSafeString",
      "solutionProcessId",
      "versionWss",
      "solutionWss",
      "started",
      "ended",
      "durationMillis",
      "status",
      "runtimeData",
      "reasonCodes",
    ],
  };
}

const retried: ReadonlySet<number> = new Set([429, 503]);

/** At the address of a solution, callers do not know versions. */
const atSolution: Readonly<Partial<Record<ProblemCode, ProblemCode>>> = {
  VERSION_NOT_FOUND: "SOLUTION_NOT_RELEASED",
  VERSION_NOT_SERVING: "SOLUTION_NOT_SERVING",
};

function refusals(isOfSolution: boolean): Json {
  const declared = declaredProblems(actions["version.execute"]).map((code) => (isOfSolution ? (atSolution[code] ?? code) : code));
  const byStatus = Map.groupBy(declared, problemStatus);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `\`${code}\`: ${problemBody({ code }, "").description}`).join("\n\n"),
          headers: {
            "X-Correlation-ID": headerRef("CorrelationId"),
            ...(retried.has(status) ? { "Retry-After": headerRef("RetryAfter") } : {}),
          },
          content: {
            "application/problem+json": {
              schema: { allOf: [schemaRef("Problem"), { type: "object", properties: { code: { type: "string", enum: codes } } }] },
            },
          },
        },
      ]),
  );
}
