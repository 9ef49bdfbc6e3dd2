/** Generates the OpenAPI document from the action table. `npm run openapi` writes it to `openapi.json`, which is committed. */
import { pathParameters } from "../action.ts";
import type { Action } from "../action.ts";
import { actionNamed, actionNames } from "../actions.ts";
import { binaryBody } from "../binary-body.ts";
import { csvBody } from "../csv-body.ts";
import { declaredProblems } from "../declared-problems.ts";
import { basePath, webSafeString } from "../hal.ts";
import type { ProblemCode } from "../problems/catalogue.ts";
import { problemBody, problemStatus } from "../problems/problem.ts";
import { componentSchemas, referTo, writeOut } from "./components.ts";
import type { JsonSchema } from "./components.ts";

type Json = Readonly<Record<string, unknown>>;

export function openApiDocument(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of actionNames) {
    const action = actionNamed(name);
    const path = basePath + action.path;
    paths[path] = { ...paths[path], [action.method.toLowerCase()]: operation(name, action) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Airlock",
      version,
      description:
        "Management of decision solutions and the decisions themselves. Every resource carries the calls that its reader may make in `_links`; " +
        "every refusal is a problem with a stable `code`.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: componentSchemas(),
      responses: refusalComponents(),
      parameters: {
        CorrelationId: idHeader("X-Correlation-Id", "One id for everything that belongs together; made up if left out, and sent back."),
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: "Sent again with the same question within 24 hours, it gives the first answer and decides nothing.",
          schema: { type: "string", pattern: "^[ -~]{1,255}$" },
        },
        Organisation: {
          name: "X-Airlock-Organisation",
          in: "header",
          required: false,
          description:
            "The webSafeString of the organisation to act in, for a person who belongs to several. Left out: the one signed in to last.",
          schema: writeOut(webSafeString, "input"),
        },
        RequestId: idHeader("X-Request-Id", "One id for this try; made up if left out, and sent back."),
      },
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "An access token of the identity provider." },
        key: { type: "http", scheme: "bearer", description: "A key of a system account: alk_<key id>_<secret>." },
      },
    },
  };
}

function operation(name: string, action: Action): Json {
  const { access } = action;
  const [, noun = ""] = action.path.split("/");
  return {
    operationId: name,
    summary: action.summary,
    tags: [noun],
    security: access.kind === "public" ? [] : [access.kind === "key" ? { key: [] } : { accessToken: [] }],
    ...("permission" in access ? { "x-airlock-permission": access.permission } : {}),
    ...("also" in access ? { "x-airlock-permissions-besides": access.also } : {}),
    parameters: [
      ...pathParameters(action.path).map((parameter) => ({
        name: parameter,
        in: "path",
        required: true,
        schema: writeOut(webSafeString, "input"),
      })),
      ...queryParameters(action),
      { $ref: "#/components/parameters/CorrelationId" },
      { $ref: "#/components/parameters/RequestId" },
      ...(access.kind === "user" || name === "user.login" ? [{ $ref: "#/components/parameters/Organisation" }] : []),
      ...(takesBatches(action) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(action.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content:
              action.body === binaryBody
                ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
                : action.body === csvBody
                  ? { "text/csv": { schema: { type: "string", format: "binary" } } }
                  : {
                      "application/json": { schema: referTo(action.body, "input") },
                      ...(takesBatches(action) ? ndjson("An input a line.") : {}),
                    },
          },
        }),
    responses: { [action.answer.status]: success(action), ...refusals(action) },
  };
}

function queryParameters(action: Action): readonly Json[] {
  if (action.query === undefined) return [];
  // Every query of the table is an object of plain values; the test that reads the document would show another.
  const { properties = {}, required = [] } = writeOut(action.query, "input") as { properties?: Json; required?: readonly string[] };
  return Object.entries(properties).map(([parameter, schema]) => ({
    name: parameter,
    in: "query",
    required: required.includes(parameter),
    schema,
  }));
}

function success(action: Action): Json {
  if (action.answer.status === 204) return { description: "Done." };
  if ("file" in action.answer) {
    const content = action.answer.file.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
    return { description: action.summary, content: Object.fromEntries(content) as Json };
  }
  const answered = { "application/json": { schema: referTo(action.answer.schema, "output") } };
  const batch = takesBatches(action) ? ndjson("For each input a line, in their order: its execution, or `{problem}`.") : {};
  return { description: action.summary, content: { ...answered, ...batch } };
}

/** Decisions can be requested in batches, and repeated with an Idempotency-Key without being decided twice. */
function takesBatches(action: Action): boolean {
  return action.servedBy === "runtime";
}

function ndjson(description: string): Json {
  return { "application/x-ndjson": { schema: { type: "string", description } } };
}

/** The problem codes of a call, by HTTP status. */
function codesByStatus(action: Action): readonly (readonly [number, readonly ProblemCode[]])[] {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of declaredProblems(action)) byStatus.set(problemStatus(code), [...(byStatus.get(problemStatus(code)) ?? []), code]);
  return [...byStatus].sort(([a], [b]) => a - b);
}

const refusalName = (codes: readonly ProblemCode[]): string => codes.join("-or-");

function refusals(action: Action): Json {
  return Object.fromEntries(
    codesByStatus(action).map(([status, codes]) => [status, { $ref: `#/components/responses/${refusalName(codes)}` }]),
  );
}

/** Most calls have the same refusals, so each is described once. */
function refusalComponents(): Json {
  const problem: JsonSchema = { $ref: "#/components/schemas/Problem" };
  const all = actionNames.flatMap((name) => codesByStatus(actionNamed(name)).map(([, codes]) => codes));
  return Object.fromEntries(
    all
      .map(
        (codes) =>
          [
            refusalName(codes),
            {
              description: codes.map((code) => `\`${code}\`: ${problemBody({ code }, "").description}`).join("\n\n"),
              content: { "application/problem+json": { schema: problem } },
            },
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function idHeader(name: string, description: string): Json {
  return { name, in: "header", required: false, description, schema: { type: "string", pattern: "^[A-Za-z0-9._:-]{1,128}$" } };
}
