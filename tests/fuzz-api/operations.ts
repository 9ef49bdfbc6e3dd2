import { z } from "zod";
import type { Schema } from "./schema.ts";

/** A call in the OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for each id. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Schemas of the request by media type. */
  readonly bodies: Readonly<Record<string, Schema>>;
  /** For each status, the schemas of the response by media type. None if the response has no body. */
  readonly responses: ReadonlyMap<number, Readonly<Record<string, Schema>>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

export type Document = Readonly<Record<string, unknown>>;

const schema = z.custom<Schema>((value) => typeof value === "object" && value !== null);
const content = z.record(z.string(), z.object({ schema }));
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(["path", "query", "header"]), required: z.boolean(), schema })),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
const paths = z.record(z.string(), z.record(z.string(), z.unknown()));

export function readOperations(document: Document): readonly Operation[] {
  const resolve = createResolver(document);
  return Object.entries(paths.parse(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, unresolved]) => {
      const { operationId, parameters, requestBody, responses } = operation.parse(resolve(unresolved));
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        bodies: schemasOf(requestBody?.content),
        responses: new Map(Object.entries(responses).map(([status, response]) => [Number(status), schemasOf(response.content)])),
      };
    }),
  );
}

function schemasOf(media: z.infer<typeof content> = {}): Readonly<Record<string, Schema>> {
  return Object.fromEntries(Object.entries(media).map(([type, described]) => [type, described.schema]));
}

/** Follows references. No schema contains itself. What is referred to is the same object everywhere, so that it is compiled once. */
function createResolver(document: Document): (value: unknown) => unknown {
  const resolved = new Map<string, unknown>();
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    if (!("$ref" in value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
    const reference = String(value.$ref);
    const found = resolved.get(reference) ?? resolve(atPointer(document, reference));
    resolved.set(reference, found);
    return found;
  };
  return resolve;
}

function atPointer(document: Document, reference: string): unknown {
  let value: unknown = document;
  for (const key of reference.split("/").slice(1)) value = (value as Document)[key];
  return value;
}
