export interface DescribedField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly sample: string;
}

export interface ReadDocument {
  readonly takes: readonly DescribedField[];
  readonly answers: readonly DescribedField[];
  readonly refusals: readonly {
    readonly status: string;
    readonly codes: readonly { readonly code: string; readonly description: string }[];
  }[];
  /** Of this installation; undefined where the document has none. */
  readonly limits: CallLimits | undefined;
}

export interface CallLimits {
  readonly bodyBytes: number;
  readonly batchBytes: number;
  readonly batchInputs: number;
}

type Json = Readonly<Record<string, unknown>>;

function inside(value: unknown, ...path: readonly string[]): Json {
  const found = path.reduce<unknown>(
    (from, name) => (typeof from === "object" && from !== null ? Reflect.get(from, name) : undefined),
    value,
  );
  return typeof found === "object" && found !== null ? { ...found } : {};
}

/** A schema, or the component that it refers to. */
function resolved(document: unknown, schema: Json): Json {
  const { $ref: reference } = schema;
  return typeof reference === "string" ? inside(document, ...reference.replace(/^#\//, "").split("/")) : schema;
}

/** 'integer', 'number or null' */
function typeOf(schema: unknown): string {
  const { type, anyOf } = inside({ schema }, "schema");
  if (typeof type === "string") return type;
  return Array.isArray(anyOf) ? anyOf.map(typeOf).join(" or ") : "anything";
}

/** The parts of a version's OpenAPI document that the page shows. Never throws: missing parts are left out. */
export function readDocument(document: unknown): ReadDocument {
  const [post = {}] = Object.values(inside(document, "paths")).map((path) => inside(path, "post"));
  const body = resolved(document, inside(post, "requestBody", "content", "application/json", "schema"));
  const needed = Array.isArray(body["required"]) ? body["required"] : [];
  const sample = inside(body, "examples", "0");
  const fieldsOf = (schema: Json): readonly DescribedField[] =>
    Object.entries(inside(schema, "properties")).map(([name, field]) => {
      const value: unknown = Object.hasOwn(sample, name) ? sample[name] : undefined;
      return { name, type: typeOf(field), required: needed.includes(name), sample: value === undefined ? "" : JSON.stringify(value) };
    });
  const response = resolved(document, inside(post, "responses", "200", "content", "application/hal+json", "schema"));
  const answer = inside(response, "properties", "_embedded");
  const refusals = Object.entries(inside(post, "responses"))
    .filter(([status]) => !status.startsWith("2"))
    .map(([status, refusal]) => {
      const { description } = inside({ refusal }, "refusal");
      const lines = typeof description === "string" ? description.split("\n\n") : [];
      const codes = lines.map((line) => {
        const [, code = "", text = line] = /^`([^`]+)`: (.*)$/s.exec(line) ?? [];
        return { code, description: text };
      });
      return { status, codes };
    });
  return { takes: fieldsOf(body), answers: fieldsOf(inside(answer, "properties", "runtimeData")), refusals, limits: limitsIn(post) };
}

function limitsIn(post: Json): CallLimits | undefined {
  const { bodyBytes, batchBytes, batchInputs } = inside(post, "x-airlock-limits");
  if (typeof bodyBytes !== "number" || typeof batchBytes !== "number" || typeof batchInputs !== "number") return undefined;
  return { bodyBytes, batchBytes, batchInputs };
}
