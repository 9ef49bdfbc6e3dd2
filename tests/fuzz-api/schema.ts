import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The keywords of JSON Schema that requests of `openapi.json` use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
}

/** Also checks formats. */
export function createAjv(): Ajv2020 {
  // Without the precision, 81.45 is no multiple of 0.01. Optimising the code takes longer than it saves.
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, code: { optimize: false } });
  addFormats.default(ajv);
  return ajv;
}

const ajv = createAjv();
const validators = new Map<string, (value: unknown) => boolean>();

/** Hundreds of parameters have the same schema. */
export function validatorOf(schema: Schema): (value: unknown) => boolean {
  const key = JSON.stringify(schema);
  const found = validators.get(key) ?? ajv.compile(schema);
  validators.set(key, found);
  return found;
}
