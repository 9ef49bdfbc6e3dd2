/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const maxNames = 6;

/** A type in a few words: `string (date-time)`, `list of object (name, value)`, `integer, 1 to 500, default 100`. */
export function typeText(schema: Schema): string {
  const initial = schema.default === undefined || typeof schema.default === "object" ? "" : `, default ${JSON.stringify(schema.default)}`;
  return `${plainType(schema)}${limitsText(schema)}${initial}`;
}

function plainType(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "object";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  if (choices !== undefined) return [...new Set(choices.map(plainType))].join(" or ");
  if (schema.items !== undefined) return `list of ${plainType(schema.items)}`;
  if (schema.properties !== undefined) return `object (${namesText(Object.keys(schema.properties))})`;
  if (typeof schema.additionalProperties === "object") return `object of ${plainType(schema.additionalProperties)} by name`;
  const type = typeof schema.type === "string" ? schema.type : (schema.type?.join(" or ") ?? "any value");
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

function namesText(names: readonly string[]): string {
  return names.length > maxNames ? `${names.slice(0, maxNames).join(", ")} and ${names.length - maxNames} more` : names.join(", ");
}

function limitsText({ type, minimum, maximum, maxLength }: Schema): string {
  if (maxLength !== undefined) return `, up to ${maxLength} characters`;
  // The range of exact integers is not a limit that a caller needs to know.
  const low = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const high = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (type === "string" || (low === undefined && high === undefined)) return "";
  if (high === undefined) return `, from ${low}`;
  return low === undefined ? `, up to ${high}` : `, ${low} to ${high}`;
}
