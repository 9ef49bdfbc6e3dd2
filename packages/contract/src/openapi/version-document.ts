/** The OpenAPI document of one deployed version: its own fields, nothing of the rest of Airlock. */
import type { DatasetField, Definition } from "@airlock/flow";
import { actions } from "../actions.ts";
import { declaredProblems } from "../declared-problems.ts";
import { basePath } from "../hal.ts";
import { problemBody, problemStatus } from "../problems.ts";

type Json = Readonly<Record<string, unknown>>;

export interface DescribedVersion {
  readonly versionId: string;
  readonly versionName: string;
  readonly versionDescription: string;
  readonly solutionName: string;
  readonly definition: Pick<Definition, "applicationDatasetFields" | "runtimeDatasetFields">;
}

const types = {
  String: { type: "string", maxLength: 10_000 },
  Integer: { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  Float: { type: "number" },
} as const;

/** What the console shows as sample values, so that an example can be tried as it stands. */
const samples = { String: "text", Integer: 123, Float: 123.45 } as const;

export function versionOpenApi(version: DescribedVersion): Json {
  const { versionId, versionName, versionDescription, solutionName, definition } = version;
  const path = `${basePath}/versions/${versionId}/execute`;
  const execution: Json = {
    type: "object",
    properties: { _embedded: executionSchema(definition.runtimeDatasetFields), _links: { type: "object" } },
    required: ["_embedded"],
  };
  return {
    openapi: "3.1.0",
    info: {
      title: `${solutionName}, ${versionName}`,
      version: versionName,
      description: versionDescription === "" ? `Decisions of ${solutionName}.` : versionDescription,
    },
    servers: [{ url: "/" }],
    paths: {
      [path]: {
        post: {
          operationId: "decide",
          summary: `Ask ${solutionName} for a decision`,
          security: [{ key: [] }],
          parameters: [
            {
              name: "Idempotency-Key",
              in: "header",
              required: false,
              description: "Sent again with the same question within 24 hours, it gives the first answer and decides nothing.",
              schema: { type: "string", pattern: "^[ -~]{1,255}$" },
            },
          ],
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: inputSchema(definition.applicationDatasetFields) },
              "application/x-ndjson": { schema: { type: "string", description: "Up to 1,000 inputs, one a line." } },
            },
          },
          responses: {
            200: {
              description: "Decided, and durably recorded.",
              content: {
                "application/hal+json": { schema: execution },
                "application/x-ndjson": { schema: { type: "string", description: "For each input a line, in their order." } },
              },
            },
            ...refusals(),
          },
        },
      },
    },
    components: { securitySchemes: { key: { type: "http", scheme: "bearer", description: "A key of a system account." } } },
  };
}

function inputSchema(fields: readonly DatasetField[]): Json {
  return {
    type: "object",
    // Field names are the user's: entries make own properties of them, whatever they are called.
    properties: Object.fromEntries(
      fields.map(({ name, type, required }) => [name, required ? types[type] : { anyOf: [types[type], { type: "null" }] }]),
    ),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
    examples: [Object.fromEntries(fields.map(({ name, type }) => [name, samples[type]]))],
  };
}

function executionSchema(fields: readonly DatasetField[]): Json {
  const text = { type: "string" };
  return {
    type: "object",
    properties: {
      webSafeString: text,
      solutionProcessId: text,
      versionWss: text,
      solutionWss: text,
      started: { type: "string", format: "date-time" },
      ended: { type: "string", format: "date-time" },
      durationMillis: { type: "number" },
      status: { enum: ["completed", "failed"] },
      runtimeData: {
        type: "object",
        description: "What was worked out; missing values are absent.",
        properties: Object.fromEntries(fields.map(({ name, type }) => [name, { type: types[type].type }])),
      },
      reasonCodes: { type: "array", items: text },
      error: { type: "object", properties: { code: text, nodeId: text, message: text } },
    },
    required: ["webSafeString", "versionWss", "started", "ended", "status", "runtimeData", "reasonCodes"],
  };
}

function refusals(): Json {
  const byStatus = Map.groupBy(declaredProblems(actions["version.execute"]), problemStatus);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `\`${code}\`: ${problemBody({ code }, "").description}`).join("\n\n"),
          content: {
            "application/problem+json": {
              schema: {
                type: "object",
                properties: { code: { enum: codes }, message: { type: "string" }, description: { type: "string" } },
              },
            },
          },
        },
      ]),
  );
}
