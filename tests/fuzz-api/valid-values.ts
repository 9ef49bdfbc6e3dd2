import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { Schema } from "./schema.ts";

/** The pattern of ids. Almost every made-up id leads to a 404, so existing ones take their place. */
const idPattern = "^[0-9A-Za-z_-]{1,64}$";
/** A pattern that only excludes characters, and so leaves any text. */
const excludingPattern = /^\^\[\^[^\]]+\]\*\$$/;
const longestText = 20_000;

/** An existing id for a parameter or property of this name; `at`, in [0, 1), chooses among them. */
export type ExistingId = (name: string, at: number) => string | undefined;

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Values that a schema of a request allows, unless `anyOf` or `oneOf` overlap. `name` is the parameter or property that has the value. */
export function validValues(schema: Schema, existingId: ExistingId, name = ""): Arbitrary<unknown> {
  const of = (inner: Schema, innerName = name): Arbitrary<unknown> => validValues(inner, existingId, innerName);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => of(choice)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (typeof schema.type === "object") return fc.oneof(...schema.type.map((type) => of({ ...schema, type })));
  switch (schema.type) {
    case "string":
      return schema.pattern === idPattern ? ids(name, existingId) : strings(schema);
    case "integer":
      return integers(schema);
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return arrays(schema, of(schema.items ?? {}));
    case "object":
      return objects(schema, of);
    case undefined:
      return fc.jsonValue({ maxDepth: 3 });
    default:
      throw new Error(`There are no values for the type ${schema.type}.`);
  }
}

function ids(name: string, existingId: ExistingId): Arbitrary<string> {
  const madeUp = fc.oneof(matching(idPattern), fc.integer({ min: 0, max: 3 }).map(String));
  return fc
    .record({ existing: fc.integer({ min: 0, max: 9 }).map((digit) => digit < 6), at: fraction, madeUp })
    .map((drawn) => (drawn.existing ? existingId(name, drawn.at) : undefined) ?? drawn.madeUp);
}

/** Texts that programs mistake for something else. */
const awkward = [
  "",
  " ",
  "\ud800",
  "null",
  "__proto__",
  "' OR 1=1 --",
  "<b>",
  "%00",
  "../..",
  "1e999",
  "\u0000",
  "\u202e",
  "İ",
  "\uFEFF",
  "👩‍👩‍👧",
  "a\r\nb: c",
];

const created = new Map<string, Arbitrary<string>>();

/** Arbitraries of texts take milliseconds to create, and thousands of properties have the same limits or pattern. */
function once(key: string, create: () => Arbitrary<string>): Arbitrary<string> {
  const arbitrary = created.get(key) ?? create();
  created.set(key, arbitrary);
  return arbitrary;
}

/** Not the unit "binary" of fast-check, which first makes a table of all of them. */
const codePoints = fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint).toWellFormed());

export function texts(minLength = 0, maxLength = longestText): Arbitrary<string> {
  const lengths = { minLength, maxLength: Math.min(maxLength, longestText) };
  const longest = fc.constantFrom("a", "é", "𒀀", " ").map((character) => character.repeat(lengths.maxLength));
  return once(`${minLength} ${maxLength}`, () =>
    fc.oneof(
      { weight: 6, arbitrary: fc.string({ ...lengths, unit: "grapheme-ascii" }) },
      { weight: 3, arbitrary: fc.string({ ...lengths, unit: codePoints }) },
      { weight: 3, arbitrary: fc.constantFrom(...awkward) },
      { weight: 1, arbitrary: longest },
    ),
  );
}

function strings({ minLength = 0, maxLength = longestText, pattern, format, allOf = [] }: Schema): Arbitrary<string> {
  const patterns = [pattern, ...allOf.map((part) => part.pattern)].filter((part) => part !== undefined);
  const expressions = patterns.map((source) => new RegExp(source, "u"));
  const fits = (text: string): boolean => {
    const { length } = Array.from(text);
    return length >= minLength && length <= maxLength && expressions.every((expression) => expression.test(text));
  };
  if (format === "date-time") return times.map((time) => time.toISOString());
  if (format === "date") return times.map((time) => time.toISOString().slice(0, 10));
  if (format === "email") return fc.oneof(emails, matching("^[a-z]{1,20}@airlock\\.test$")).filter(fits);
  const specific = patterns.find((source) => !excludingPattern.test(source));
  return (specific === undefined ? texts(minLength, maxLength) : matching(specific)).filter(fits);
}

/** Mostly of these years, of which there may be data. */
const times = fc.oneof(
  { weight: 3, arbitrary: fc.date({ min: new Date("2025-01-01"), max: new Date("2028-01-01"), noInvalidDate: true }) },
  { weight: 1, arbitrary: fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true }) },
);

const emails = fc.emailAddress();

function matching(pattern: string): Arbitrary<string> {
  // Look-ahead is not implemented by fast-check. What remains of the pattern is more than it allows, and the caller filters.
  return once(pattern, () => fc.stringMatching(new RegExp(withoutLookAhead(pattern), "u")));
}

function withoutLookAhead(pattern: string): string {
  const start = pattern.indexOf("(?!");
  if (start === -1) return pattern;
  let depth = 0;
  for (let index = start; index < pattern.length; index += 1) {
    if (pattern[index] === "(") depth += 1;
    if (pattern[index] === ")") depth -= 1;
    if (depth === 0) return withoutLookAhead(pattern.slice(0, start) + pattern.slice(index + 1));
  }
  throw new Error(`The pattern ${pattern} has no end.`);
}

function integers({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, exclusiveMinimum }: Schema): Arbitrary<number> {
  return fc.integer({ min: exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1, max: maximum });
}

function numbers({ minimum, maximum = Number.MAX_VALUE, exclusiveMinimum, multipleOf }: Schema): Arbitrary<number> {
  const min = exclusiveMinimum ?? minimum ?? -Number.MAX_VALUE;
  // Divided by a whole number, because 3 * 0.01 is not 0.03.
  const steps = multipleOf === undefined ? undefined : Math.round(1 / multipleOf);
  if (steps !== undefined) return fc.integer({ min: Math.ceil(min * steps), max: Math.floor(maximum * steps) }).map((n) => n / steps);
  const bounds = { min, max: maximum, noNaN: true, minExcluded: exclusiveMinimum !== undefined };
  // Most doubles are extreme: users write small numbers.
  return fc.oneof(
    fc.double(bounds),
    fc.integer({ min: Math.ceil(Math.max(min, -1000)), max: Math.floor(Math.min(maximum, 1000)) }).filter((n) => n > min || n === minimum),
  );
}

function arrays({ minItems = 0, maxItems = 100 }: Schema, item: Arbitrary<unknown>): Arbitrary<unknown[]> {
  const largest = Math.min(maxItems, Math.max(minItems, 100));
  return fc.oneof(
    { weight: 15, arbitrary: fc.array(item, { minLength: minItems, maxLength: maxItems }) },
    { weight: 1, arbitrary: fc.array(item, { minLength: minItems, maxLength: largest, size: "max" }) },
  );
}

function objects(schema: Schema, of: (inner: Schema, name?: string) => Arbitrary<unknown>): Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties = true, propertyNames } = schema;
  const declared = records(Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, of(inner, name)])), required);
  if (typeof additionalProperties === "boolean") return declared;
  const keys = propertyNames === undefined ? texts(0, 50) : strings(propertyNames);
  return fc
    .tuple(fc.dictionary(keys, of(additionalProperties), { maxKeys: 10 }), declared)
    .map(([more, object]) => ({ ...more, ...object }));
}

/** Half of them have nothing that is optional: one optional value that fits nothing in the database is enough to be refused. */
export function records<T>(values: Readonly<Record<string, Arbitrary<T>>>, required: readonly string[]): Arbitrary<Record<string, T>> {
  const needed = Object.fromEntries(Object.entries(values).filter(([name]) => required.includes(name)));
  const some: Arbitrary<Record<string, T>> = fc.record(values, { requiredKeys: [...required] });
  return fc.oneof(some, fc.record(needed));
}
