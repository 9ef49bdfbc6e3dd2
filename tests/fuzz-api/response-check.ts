import type { Operation } from "./operations.ts";
import { createAjv } from "./schema.ts";

export interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

const ajv = createAjv();

/** Says what is wrong with a response by the document: a 5xx, or a status, content type or form that is not declared. */
export function mistakeOf({ responses }: Operation, { status, contentType = "", body }: ReceivedResponse): string | undefined {
  if (status >= 500) return "server error";
  const declared = responses.get(status);
  if (declared === undefined) return "undeclared status";
  if (Object.keys(declared).length === 0) return body.length === 0 ? undefined : "body where none is declared";
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const schema = declared[mediaType];
  if (schema === undefined) return `undeclared content type "${contentType}"`;
  if (!isJson(mediaType)) return undefined;
  const value = readJson(body);
  if (value === undefined) return "not JSON";
  const validate = ajv.compile(schema);
  return validate(value) ? undefined : `undeclared form: ${ajv.errorsText(validate.errors)}`;
}

const isJson = (mediaType: string): boolean => /^application\/(?:[\w.-]+\+)?json$/.test(mediaType);

export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
