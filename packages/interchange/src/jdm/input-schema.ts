import type { FieldType } from "@airlock/flow";
import { Json } from "./read-jdm.ts";

const schemaTypes: Readonly<Record<string, FieldType>> = { string: "String", number: "Float", integer: "Float", boolean: "Boolean" };

/** The JSON schema of an input node is a text in its content. */
export function inputSchema(content: Json): Json {
  try {
    return new Json(JSON.parse(content.text("schema")));
  } catch {
    return new Json(undefined);
  }
}

export function typeInSchema(schema: Json, path: readonly string[]): FieldType | undefined {
  const part = path.reduce((inner, name) => inner.object("properties").object(name), schema);
  const type = part.text("type");
  return Object.hasOwn(schemaTypes, type) ? schemaTypes[type] : undefined;
}
