import { cell, table } from "../markdown.ts";
import { readSource } from "../repository.ts";
import { typeText, type Schema } from "./schema-text.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
interface Reference {
  readonly $ref: string;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly "x-airlock-permission"?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Reference | (Content & { readonly description: string })>>;
}
interface Document {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

export interface ApiPage {
  readonly at: string;
  readonly title: string;
  readonly text: string;
}

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

/** One page per noun of the API and an overview, from `openapi.json`. */
export function apiPages(): readonly ApiPage[] {
  // Our own file, written by `npm run openapi` and compared with the contract by a test.
  const document = JSON.parse(readSource("packages/contract/openapi.json")) as Document;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const common = commonErrors(calls);
  const byNoun = Map.groupBy(calls, ({ tags }) => tags[0] ?? "other");
  const nouns = [...byNoun].map(([noun, own]) => ({ noun, title: titleOf(noun), at: `reference/api/${slugOf(noun)}`, own }));
  return [
    { at: "reference/api/index", title: "Overview", text: overview(document, nouns, common) },
    ...nouns.map(({ title, at, own }) => ({
      at,
      title,
      text: `# ${title}\n\n${own.map((call) => callText(document, call, common)).join("\n\n")}\n`,
    })),
  ];
}

function overview(
  { info, components }: Document,
  nouns: readonly { readonly title: string; readonly at: string; readonly own: readonly Call[] }[],
  common: ReadonlySet<string>,
): string {
  const headers = Object.values(components.parameters).filter((parameter) => parameter.in === "header");
  return `# API

${info.description}

Calls of the console and of scripts carry an access token of the identity provider; calls of decisions carry a key of a system account. Both are bearer tokens. The
[OpenAPI document](/openapi.json) describes the same calls for generators of clients, and every deployed version has one of its own, with its fields
(**API page** of the version). Errors are problems with a stable code: [all of them](/reference/errors).

## Headers

${table(
  ["Header", "Meaning"],
  headers.map(({ name, description = "" }) => [`\`${name}\``, cell(description)]),
)}

## Errors of every call

${sorted(common)
  .map((code) => `\`${code}\``)
  .join(", ")}. The pages below list what else a call may return.

## Resources

${table(
  ["Resource", "Calls"],
  nouns.map(({ title, at, own }) => [`[${title}](/${at})`, String(own.length)]),
)}
`;
}

/** Errors that nearly every call may return. */
function commonErrors(calls: readonly Call[]): ReadonlySet<string> {
  const counts = Map.groupBy(
    calls.flatMap((call) => errorsOf(call).map(({ code }) => code)),
    (code) => code,
  );
  return new Set([...counts].filter(([, found]) => found.length > 0.8 * calls.length).map(([code]) => code));
}

function errorsOf({ responses }: Call): readonly { readonly code: string; readonly status: string }[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith("2") || !("$ref" in response)
      ? []
      : lastOf(response.$ref)
          .split("-or-")
          .map((code) => ({ code, status })),
  );
}

function sorted(codes: ReadonlySet<string>): readonly string[] {
  return [...codes].sort();
}

function callText(document: Document, call: Call, common: ReadonlySet<string>): string {
  const parameters = (call.parameters ?? [])
    .map((parameter) => ("$ref" in parameter ? document.components.parameters[lastOf(parameter.$ref)] : parameter))
    .filter((parameter) => parameter !== undefined)
    .filter(({ in: where }) => where !== "header");
  const success = Object.entries(call.responses).filter(([status]) => status.startsWith("2"));
  const errors = errorsOf(call)
    .filter(({ code }) => !common.has(code))
    .map(({ code, status }) => `\`${code}\` (${status})`);
  const parts = [`## ${call.summary}`, `\`\`\`http\n${call.method} ${call.path}\n\`\`\``, accessText(call)];
  if (parameters.length > 0)
    parts.push(
      table(
        ["Parameter", "In", "Type"],
        parameters.map(({ name, in: where, required = false, schema }) => [
          `\`${name}\`${required || where === "path" ? "" : " (optional)"}`,
          where,
          cell(typeText(schema)),
        ]),
      ),
    );
  const body = bodySchema(document, call.requestBody);
  if (body !== undefined) parts.push("**Request body**", fieldsTable(body));
  for (const [status, response] of success) {
    const schema = "$ref" in response ? undefined : bodySchema(document, response);
    parts.push(`**Response** ${status}`);
    if (schema !== undefined) parts.push(fieldsTable(unwrapped(schema)));
  }
  if (errors.length > 0) parts.push(`**Errors**: ${errors.join(", ")}`);
  return parts.join("\n\n");
}

function accessText({ security = [], "x-airlock-permission": permission }: Call): string {
  const tokens = security.flatMap((one) => Object.keys(one)).map((name) => (name === "key" ? "a key" : "an access token"));
  const withToken = tokens.length === 0 ? "Without a token." : `With ${tokens.join(" or ")}.`;
  return permission === undefined ? withToken : `${withToken} Permission: \`${permission}\`.`;
}

function bodySchema(document: Document, { content = {} }: Content = {}): Schema | undefined {
  const schema = (content["application/json"] ?? Object.values(content)[0])?.schema;
  return schema?.$ref === undefined ? schema : document.components.schemas[lastOf(schema.$ref)];
}

/** The fields of a resource are in `_embedded`; those of a list, in that of its items. */
function unwrapped(schema: Schema): Schema {
  const items = schema.properties?.["items"]?.items;
  return items?.properties?.["_embedded"] ?? schema.properties?.["_embedded"] ?? schema;
}

function fieldsTable(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return `\`${typeText(schema)}\``;
  const required = new Set(schema.required);
  return table(
    ["Field", "Type"],
    fields.map(([name, field]) => [`\`${name}\`${required.has(name) ? "" : " (optional)"}`, cell(typeText(field))]),
  );
}

function titleOf(noun: string): string {
  const words = noun
    .replaceAll(/([A-Z])/g, " $1")
    .replaceAll("-", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function slugOf(noun: string): string {
  return noun.replaceAll(/([A-Z])/g, "-$1").toLowerCase();
}

function lastOf(reference: string): string {
  return decodeURIComponent(reference.split("/").at(-1) ?? "");
}
