import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import { invalidValues } from "./invalid-values.ts";
import type { Operation, Parameter } from "./operations.ts";
import { validatorOf, type Schema } from "./schema.ts";
import { records, texts, validValues, type ExistingId } from "./valid-values.ts";

export interface GeneratedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface RequestGenerator {
  readonly valid: Arbitrary<GeneratedRequest>;
  /** With one mistake. */
  readonly invalid: Arbitrary<GeneratedRequest>;
}

interface Body {
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

/** A request before it is written out. Values of parameters are texts. */
interface Draft {
  readonly path: Readonly<Record<string, string>>;
  /** A list, because a mistake may repeat a parameter. */
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | undefined;
  /** Appended to the query as it is. */
  readonly rest: string;
}
type Mistake = Arbitrary<(draft: Draft) => Draft>;

/** Set by the sender: with another organisation, every call would be refused before it is read. */
const notGenerated = new Set(["x-airlock-organisation"]);

export function createRequestGenerator(operation: Operation, existingId: ExistingId): RequestGenerator {
  const parameters = operation.parameters.filter(({ name }) => !notGenerated.has(name.toLowerCase()));
  const drafts = validDrafts(operation, parameters, existingId);
  const mistakes = mistakesOf(operation, parameters, existingId);
  const write = (draft: Draft): GeneratedRequest => writeOut(operation.path, draft);
  return {
    valid: drafts.map(write),
    invalid: fc.tuple(drafts, mistakes).map(([draft, mistake]) => write(mistake(draft))),
  };
}

function validDrafts({ bodies }: Operation, parameters: readonly Parameter[], existingId: ExistingId): Arbitrary<Draft> {
  const group = (place: Parameter["in"]): Arbitrary<Record<string, string>> => {
    const those = parameters.filter((parameter) => parameter.in === place);
    const values = those.map(({ name, schema }) => [name, validWhere(schema, existingId, name).map(text).filter(canBe(place))] as const);
    const required = those.filter((parameter) => parameter.required).map(({ name }) => name);
    return records(Object.fromEntries(values), required);
  };
  const body = Object.entries(bodies).map(([type, schema]) => validBodies(type, schema, bodies, existingId));
  return fc.record({
    path: group("path"),
    query: group("query").map((query) => Object.entries(query)),
    headers: group("header"),
    body: body.length === 0 ? fc.constant(undefined) : fc.oneof(...body),
    rest: fc.constant(""),
  });
}

/** An empty path parameter would be another path, and a header has no line breaks. */
const canBe = (place: Parameter["in"]) => (value: string) =>
  place === "path" ? value !== "" : place === "header" ? /^[\t\x20-\x7e\x80-\xff]*$/.test(value) : true;

function validBodies(type: string, schema: Schema, bodies: Operation["bodies"], existingId: ExistingId): Arbitrary<Body> {
  if (type === "application/json") return validWhere(schema, existingId).map((value) => ({ type, bytes: json(value) }));
  if (type === "application/x-ndjson") {
    const lines = fc.array(validWhere(bodies["application/json"] ?? {}, existingId), { maxLength: 20 });
    return lines.map((values) => ({ type, bytes: Buffer.concat(values.map((value) => Buffer.concat([json(value), Buffer.from("\n")]))) }));
  }
  const table = fc.array(fc.array(texts(0, 100), { minLength: 1, maxLength: 4 }), { maxLength: 10 });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 1000 }).map((numbers) => Buffer.from(numbers)),
    table.map((rows) => Buffer.from(rows.map((cells) => cells.join(",")).join("\n"))),
  );
  return bytes.map((drawn) => ({ type, bytes: drawn }));
}

function mistakesOf({ bodies, method }: Operation, parameters: readonly Parameter[], existingId: ExistingId): Mistake {
  const ofParameters = parameters.flatMap((parameter) => parameterMistakes(parameter, existingId));
  const ofQuery: Mistake[] = [
    fc.tuple(texts(1, 20), texts(0, 100)).map((undeclared) => (draft) => ({ ...draft, query: [...draft.query, undeclared] })),
    fc.constantFrom("%", "%zz", "%C3%28", "&&==&", "a[b]=c", "?").map((rest) => (draft) => ({ ...draft, rest })),
  ];
  const ofBody = method === "GET" ? [] : bodyMistakes(bodies, existingId);
  const kinds = [ofParameters, ofQuery, ofBody].filter((kind) => kind.length > 0).map((kind) => fc.oneof(...kind));
  const value = jsonMistake(bodies["application/json"], existingId);
  // Most of what can go wrong is in the body.
  return fc.oneof(
    ...kinds.map((arbitrary) => ({ weight: 1, arbitrary })),
    ...(value === undefined ? [] : [{ weight: 4, arbitrary: value }]),
  );
}

function parameterMistakes({ name, in: place, required, schema }: Parameter, existingId: ExistingId): Mistake[] {
  const set = (value: string) => (draft: Draft) => {
    if (place !== "query")
      return { ...draft, [place === "path" ? "path" : "headers"]: { ...(place === "path" ? draft.path : draft.headers), [name]: value } };
    return { ...draft, query: [...draft.query.filter(([key]) => key !== name), [name, value] as const] };
  };
  const wrong = invalidValues(schema, existingId);
  const isValid = validatorOf(schema);
  const found: Mistake[] = [];
  if (wrong !== undefined) {
    const asText = wrong.map(text).filter((value) => canBe(place)(value) && !readings(value).some((reading) => isValid(reading)));
    found.push(asText.map(set));
  }
  if (place !== "query") return found;
  const values = validWhere(schema, existingId, name).map(text);
  found.push(
    fc.tuple(values, values).map(([a, b]) => (draft) => ({ ...draft, query: [...draft.query, [name, a], [name, b]] })),
  );
  if (required) found.push(fc.constant((draft) => ({ ...draft, query: draft.query.filter(([key]) => key !== name) })));
  return found;
}

/** A parameter is text, which the api may read as a number. */
function readings(value: string): readonly unknown[] {
  return value.trim() !== "" && Number.isFinite(Number(value)) ? [value, Number(value)] : [value];
}

function jsonMistake(schema: Schema | undefined, existingId: ExistingId): Mistake | undefined {
  const wrong = schema && invalidValues(schema, existingId);
  if (schema === undefined || wrong === undefined) return undefined;
  const isValid = validatorOf(schema);
  const values = wrong.filter((value) => !isValid(value));
  return values.map((value) => (draft) => ({ ...draft, body: { type: "application/json", bytes: json(value) } }));
}

function bodyMistakes(bodies: Operation["bodies"], existingId: ExistingId): Mistake[] {
  const type = Object.keys(bodies)[0] ?? "application/json";
  const valid = validBodies(type, bodies[type] ?? {}, bodies, existingId);
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((numbers) => Buffer.from(numbers)),
    // Ends too early.
    fc.tuple(valid, fc.nat()).map(([body, at]) => body.bytes.subarray(0, at % (body.bytes.length + 1))),
    fc
      .constantFrom("", "[".repeat(20_000), '{"a":1,"a":2}', "\uFEFF{}", '"\\ud800"', '{"__proto__":{}}', "NaN", "1e999")
      .map((given) => Buffer.from(given)),
  );
  const types = fc.constantFrom(
    undefined,
    "text/plain",
    "application/xml",
    "multipart/form-data",
    "application/json; charset=utf-16",
    "*",
    "a/b/c",
  );
  return [
    bytes.map((drawn) => (draft) => ({ ...draft, body: { type, bytes: drawn } })),
    fc.tuple(types, valid).map(([other, body]) => (draft) => ({ ...draft, body: { type: other, bytes: body.bytes } })),
    fc.constant((draft) => ({ ...draft, body: undefined })),
  ];
}

/** Where branches of `anyOf` or `oneOf` overlap, a value of one may break another. */
function validWhere(schema: Schema, existingId: ExistingId, name = ""): Arbitrary<unknown> {
  const values = validValues(schema, existingId, name);
  if (!JSON.stringify(schema).includes('"oneOf"')) return values;
  const isValid = validatorOf(schema);
  return values.filter((value) => isValid(value));
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function writeOut(path: string, { path: ids, query, headers, body, rest }: Draft): GeneratedRequest {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => percentEncoded(ids[name] ?? ""));
  const search = query.map((pair) => pair.map(percentEncoded).join("=")).join("&") + rest;
  return {
    path: search === "" ? filled : `${filled}?${search}`,
    headers: body?.type === undefined ? headers : { ...headers, "content-type": body.type },
    body: body?.bytes,
  };
}

/** "." and ".." would be steps in the path. */
function percentEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll(".", "%2E");
}
