import { actionNamed, pathParameters, webSafeString, type ActionName } from "@airlock/contract";
import { z } from "zod";

/** A position of an id in a call. */
export interface Place {
  readonly in: "path" | "query" | "body";
  /** In the body a path of names, `[]` for the items of a list. */
  readonly name: string;
  /** Which id belongs there, by its name among the specimens. */
  readonly holds: string;
}

/** Ids that have other names in queries and bodies than in paths. */
const specimenOf: Readonly<Record<string, string>> = {
  organisationWss: "organisationId",
  groupWss: "groupId",
  versionWss: "versionId",
  solutionWss: "solutionId",
  userWss: "userId",
  roleWss: "roleId",
  datasourceWss: "datasourceId",
  experimentResultWss: "experimentResultId",
  trainingDatasource: "datasourceId",
  testDatasource: "datasourceId",
  evaluationDatasource: "datasourceId",
  eventsDatasource: "datasourceId",
  predictionWss: "predictionId",
  jobWss: "jobId",
  solutionId: "solutionId",
  versionId: "versionId",
  datasourceId: "datasourceId",
  rollout: "rolloutId",
  actor: "userId",
  record: "solutionId",
};
/** Where the name alone is ambiguous. */
const byAction: Readonly<Record<string, string>> = {
  "stats.read query id": "versionId",
  "stats.details query id": "versionId",
  "version.stats query id": "versionId",
  "refusedRequests.list query caller": "userId",
  "refusedRequests.list query key": "keyId",
  "refusedRequests.list query solution": "solutionId",
  "refusedRequests.list query version": "versionId",
  "refusedRequests.count query caller": "userId",
  "refusedRequests.count query key": "keyId",
  "refusedRequests.count query solution": "solutionId",
  "refusedRequests.count query version": "versionId",
  // The version must be of the request's solution.
  "releaseRequest.replace body versionWss": "requestedVersionId",
  "solution.monitors.create body notifyUsers[]": "userId",
  "solution.monitors.create body notifyGroups[]": "groupId",
  "monitor.update body notifyUsers[]": "userId",
  "monitor.update body notifyGroups[]": "groupId",
  "users.create body roles[]": "roleId",
  "users.invite body roles[]": "roleId",
  "users.invite body groups[]": "groupId",
};
/** Ids that are stored as sent, or compared with those of the flow, and never looked up, so nothing can be read through them. */
const keptUnread: ReadonlySet<string> = new Set([
  "profile.update body dashboard[].config.key",
  "dashboard.update body dashboard[].config.key",
  "dashboard.update body was[].config.key",
  "solution.versions.create body pinnedLists[]",
]);

/** Path parameters that do not identify an object. */
const noIds: ReadonlySet<string> = new Set(["revision", "number", "row"]);

type JsonSchema = { readonly [key: string]: unknown };
const idPattern = (z.toJSONSchema(webSafeString) as JsonSchema)["pattern"];

/** Derived from the row: path parameters, and everything in its query and body that has the format of an id. */
export function placesOf(action: ActionName): readonly Place[] {
  const { path, query, body } = actionNamed(action);
  const found: Place[] = pathParameters(path)
    .filter((name) => !noIds.has(name))
    .map((name) => ({ in: "path", name, holds: name }));
  for (const [where, schema] of [
    ["query", query],
    ["body", body],
  ] as const) {
    if (schema === undefined) continue;
    const written = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
    for (const name of new Set(idsIn(written, written, "", 0))) {
      const full = `${action} ${where} ${name}`;
      if (keptUnread.has(full)) continue;
      const holds = byAction[full] ?? specimenOf[name.split(".").at(-1)?.replace("[]", "") ?? ""];
      if (holds === undefined) throw new Error(`${full} has the form of an id; add it to places.ts.`);
      found.push({ in: where, name, holds });
    }
  }
  return found;
}

function idsIn(root: JsonSchema, schema: unknown, at: string, depth: number): readonly string[] {
  if (typeof schema !== "object" || schema === null || depth > 12) return [];
  const found: string[] = [];
  const { pattern, properties, items, anyOf, oneOf, allOf, $ref } = schema as Readonly<Record<string, unknown>>;
  if (pattern === idPattern) found.push(at);
  for (const [name, property] of Object.entries((properties ?? {}) as JsonSchema)) {
    found.push(...idsIn(root, property, at === "" ? name : `${at}.${name}`, depth + 1));
  }
  if (items !== undefined) found.push(...idsIn(root, items, `${at}[]`, depth + 1));
  for (const alternative of [anyOf, oneOf, allOf].flat()) found.push(...idsIn(root, alternative, at, depth + 1));
  if (typeof $ref === "string") {
    const name = $ref.split("/").at(-1) ?? "";
    found.push(...idsIn(root, ((root["$defs"] ?? {}) as JsonSchema)[name], at, depth + 1));
  }
  return found;
}

/** The same value with `id` at a path like `items[].config.key`; empty lists get one item. */
export function withId(value: unknown, path: string, id: string): unknown {
  const [, head = "", list, rest] = /^([^.[]*)(\[\])?\.?(.*)$/.exec(path) ?? [];
  const inner = (present: unknown): unknown => (rest === undefined || rest === "" ? id : withId(present, rest, id));
  const object = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const present = object[head];
  if (list === undefined) return { ...object, [head]: inner(present) };
  const [first, ...others] = Array.isArray(present) ? (present as unknown[]) : [];
  return { ...object, [head]: [inner(first), ...others] };
}
